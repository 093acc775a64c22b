package dev.sluice.operators;

import dev.sluice.core.values.ByteSize;
import dev.sluice.core.values.DurationText;
import dev.sluice.core.values.InputPath;
import dev.sluice.core.values.LocalPath;
import dev.sluice.core.values.OutputPath;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Paths, sizes and durations, as Sluice's own operators and configuration take them. */
public final class SystemTypes {
  private SystemTypes() {}

  /** A path, relative to the working directory, and not a URL. */
  public static ValueType<Path> path() {
    return new ValueType<>(LocalPath.ALLOWED, LocalPath::of, Path::toString);
  }

  /** A path to write to, relative to the working directory, or a URL. */
  public static ValueType<Path> outputPath() {
    return new ValueType<>(
        OutputPath.ALLOWED,
        OutputPath::of,
        Path::toString,
        text -> reasonAgainst(text, OutputPath::of),
        List.of());
  }

  /** One or more paths, one per line. */
  public static ValueType<List<Path>> paths() {
    return new ValueType<>(
        InputPath.ALLOWED + ", or a list of them",
        text -> {
          if (text.lines().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException("an empty line");
          }
          return text.lines().map(InputPath::of).toList();
        },
        paths -> paths.stream().map(Path::toString).collect(Collectors.joining("\n")),
        text -> reasonAgainst(text, InputPath::of),
        List.of());
  }

  private static Optional<String> reasonAgainst(String paths, Function<String, Path> parser) {
    try {
      paths.lines().forEach(parser::apply);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** A size in bytes in a range, both ends included. */
  public static ValueType<Long> size(String min, String max) {
    long lowest = ByteSize.parse(min);
    long highest = ByteSize.parse(max);
    return new ValueType<>(
        "a size from " + min + " to " + max,
        text -> ValueType.inRange(ByteSize.parse(text), lowest, highest),
        Object::toString);
  }

  /** A duration in a range, both ends included. */
  public static ValueType<Duration> duration(String min, String max) {
    Duration lowest = DurationText.parse(min);
    Duration highest = DurationText.parse(max);
    return new ValueType<>(
        "a duration from " + min + " to " + max,
        text -> ValueType.inRange(DurationText.parse(text), lowest, highest),
        DurationText::format);
  }
}
