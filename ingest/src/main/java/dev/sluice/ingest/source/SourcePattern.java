package dev.sluice.ingest.source;

import dev.sluice.storage.text.InputNames;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.storage.text.TextFormat;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** The paths below an input that are source files: {@code input.pattern}. */
public final class SourcePattern {
  private static final List<String> ENDINGS =
      List.of(".parquet", ".jsonl", ".json", ".jsonl.gz", ".json.gz", ".jsonl.zst", ".json.zst");

  private final String glob;
  private final PathMatcher matcher;
  private final PathMatcher atRoot;
  private final Predicate<Path> selection;
  private final Predicate<Path> named;

  /** The same for all paths below the root. */
  public SourcePattern(Path root, String glob) {
    this(root, glob, path -> true, path -> false);
  }

  /**
   * @param root determines the file system of the paths
   * @param glob matched against paths relative to the root
   * @param selection the paths that are looked at
   * @param named those of files that need not match the glob if their name is one of data
   */
  SourcePattern(Path root, String glob, Predicate<Path> selection, Predicate<Path> named) {
    FileSystem system = root.getFileSystem();
    this.glob = glob;
    this.selection = selection;
    this.named = named;
    this.matcher = system.getPathMatcher("glob:" + glob);
    // "**/x" also matches x itself, unlike in Java's globs.
    this.atRoot =
        glob.startsWith("**/") ? system.getPathMatcher("glob:" + glob.substring(3)) : matcher;
  }

  /** Whether a path is looked at. Others are not even told as left out. */
  boolean selects(Path path) {
    return selection.test(path);
  }

  /** Why a file is not a source file; empty if it is one. */
  Optional<String> reasonAgainst(Path path) {
    String name = path.getFileName().toString();
    if (InputNames.describesData(name)) {
      return Optional.of(SkippedPath.DESCRIBES_DATA);
    }
    boolean isNamed = named.test(path) && TextFormat.of(name).isPresent();
    return isNamed || matches(path) || matches(withLowerCaseEnding(path))
        ? Optional.empty()
        : Optional.of("does not match " + glob);
  }

  private boolean matches(Path path) {
    return matcher.matches(path) || atRoot.matches(path);
  }

  /** The extension is matched regardless of case, as in the jobs. */
  private static Path withLowerCaseEnding(Path path) {
    String name = path.getFileName().toString();
    String lower = name.toLowerCase(Locale.ROOT);
    return ENDINGS.stream()
        .filter(lower::endsWith)
        .findFirst()
        .map(
            ending ->
                path.resolveSibling(name.substring(0, name.length() - ending.length()) + ending))
        .orElse(path);
  }
}
