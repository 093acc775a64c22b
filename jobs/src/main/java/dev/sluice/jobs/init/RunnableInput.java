package dev.sluice.jobs.init;

import dev.sluice.storage.text.TextFile;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The input as {@code run} takes it.
 *
 * @param paths the values of {@code input.path}
 * @param pattern the value of {@code input.pattern}
 */
record RunnableInput(List<String> paths, String pattern) {
  private static final Pattern EXTENSION =
      Pattern.compile("\\.((parquet|jsonl|json)(\\.(gz|zst))?)$");

  RunnableInput {
    paths = List.copyOf(paths);
  }

  static RunnableInput of(List<String> inputs, List<TextFile> files) {
    return new RunnableInput(inputs, pattern(files));
  }

  /** Matches the extensions that the files have. */
  private static String pattern(List<TextFile> files) {
    TreeSet<String> extensions = new TreeSet<>();
    for (TextFile file : files) {
      String name = file.path().getFileName().toString().toLowerCase(Locale.ROOT);
      EXTENSION.matcher(name).results().map(RunnableInput::extension).forEach(extensions::add);
    }
    return switch (extensions.size()) {
      case 0 -> "**/*.parquet";
      case 1 -> "**/*." + extensions.first();
      default -> "**/*.{%s}".formatted(String.join(",", extensions));
    };
  }

  private static String extension(MatchResult match) {
    return match.group(1);
  }
}
