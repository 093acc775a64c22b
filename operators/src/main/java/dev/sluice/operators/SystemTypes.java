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

/** The types of paths, sizes and durations, for Sluice's own operators and configuration. */
public final class SystemTypes {
  private SystemTypes() {}

  /** Returns the type of paths relative to the working directory. They cannot be URLs. */
  public static ValueType<Path> path() {
    return new ValueType<>(LocalPath.ALLOWED, LocalPath::of, Path::toString);
  }

  /**
   * Returns the type of paths to which Sluice writes. They are relative to the working directory,
   * or URLs.
   */
  public static ValueType<Path> outputPath() {
    return new ValueType<>(
        OutputPath.ALLOWED,
        OutputPath::of,
        Path::toString,
        text -> reasonAgainst(text, OutputPath::of),
        List.of());
  }

  /** Returns the type of one or more paths, one per line. */
  public static ValueType<List<Path>> paths() {
    return new ValueType<>(
        InputPath.ALLOWED + ", or a list of such paths",
        text -> {
          if (text.lines().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException("a line is empty");
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

  /** Returns the type of sizes in bytes in a range, both ends included. */
  public static ValueType<Long> size(String min, String max) {
    long lowest = ByteSize.parse(min);
    long highest = ByteSize.parse(max);
    return new ValueType<>(
        "a size from " + min + " to " + max,
        text -> ValueType.inRange(ByteSize.parse(text), lowest, highest),
        Object::toString);
  }

  /** Returns the type of durations in a range, both ends included. */
  public static ValueType<Duration> duration(String min, String max) {
    Duration lowest = DurationText.parse(min);
    Duration highest = DurationText.parse(max);
    return new ValueType<>(
        "a duration from " + min + " to " + max,
        text -> ValueType.inRange(DurationText.parse(text), lowest, highest),
        DurationText::format);
  }
}
