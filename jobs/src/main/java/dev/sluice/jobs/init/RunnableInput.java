package dev.sluice.jobs.init;

import dev.sluice.storage.text.InputListing;
import dev.sluice.storage.text.InputTree;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * The input as {@code run} takes it, and what {@code run} does not take today: several inputs,
 * JSON, and documents without a score. No other class knows of these limits.
 *
 * @param path the value of {@code input.path}; empty if there are several inputs
 * @param pattern the value of {@code input.pattern}
 * @param limits what {@code run} needs, for the user
 */
record RunnableInput(Optional<String> path, String pattern, List<String> limits) {
  private static final String EVERYTHING = "**/*.parquet";

  RunnableInput {
    limits = List.copyOf(limits);
  }

  static RunnableInput of(List<String> inputs, List<TextFile> files, boolean scored) {
    List<String> limits = new ArrayList<>();
    List<TextFile> tables =
        files.stream().filter(file -> file.format() == TextFormat.PARQUET).toList();
    int lines = files.size() - tables.size();
    if (lines > 0) {
      limits.add(
          "run reads Parquet only: make Parquet of the %s first, as with sluice shuffle --format parquet"
              .formatted(Figures.counted(lines, "JSON file")));
    }
    if (!scored) {
      limits.add(
          "run needs a column of scores: name one under input.columns.score; without any, use"
              + " process, dedup, sample or shuffle, which need none");
    }
    if (inputs.size() > 1) {
      limits.add(
          "run reads one directory: put links to the %d inputs into one, and name that as input.path or with --input"
              .formatted(inputs.size()));
      return new RunnableInput(Optional.empty(), EVERYTHING, limits);
    }
    return single(inputs.get(0), tables, limits);
  }

  private static RunnableInput single(String input, List<TextFile> tables, List<String> limits) {
    Path path = Path.of(input);
    if (Files.isDirectory(path)) {
      return new RunnableInput(Optional.of(input), EVERYTHING, limits);
    }
    if (Files.exists(path)) {
      return new RunnableInput(
          Optional.of(shown(path.getParent())), literal(path.getFileName().toString()), limits);
    }
    Path base = InputListing.base(path);
    String glob = InputTree.slashed(base.relativize(path));
    Optional<String> pattern =
        Stream.of(glob, glob + "/**.parquet", "{%s,%s/**.parquet}".formatted(glob, glob))
            .filter(each -> matchesAll(each, tables))
            .findFirst();
    if (pattern.isEmpty()) {
      limits.add("no input.pattern finds all files of this glob, and only these: name a directory");
    }
    return new RunnableInput(Optional.of(shown(base)), pattern.orElse(EVERYTHING), limits);
  }

  private static String shown(Path directory) {
    return directory == null || directory.toString().isEmpty() ? "." : directory.toString();
  }

  private static boolean matchesAll(String glob, List<TextFile> tables) {
    try {
      PathMatcher whole = FileSystems.getDefault().getPathMatcher("glob:" + glob);
      String atRoot = glob.startsWith("**/") ? glob.substring(3) : glob;
      PathMatcher root = FileSystems.getDefault().getPathMatcher("glob:" + atRoot);
      return tables.stream()
          .map(file -> Path.of(file.name()))
          .allMatch(name -> whole.matches(name) || root.matches(name));
    } catch (PatternSyntaxException e) {
      return false;
    }
  }

  /** A pattern that matches one name. */
  private static String literal(String name) {
    return name.replaceAll("[\\\\*?\\[\\]{}]", "\\\\$0");
  }
}
