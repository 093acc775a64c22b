package dev.sluice.settings;

import dev.sluice.storage.text.InputGlob;
import dev.sluice.storage.text.InputNames;
import dev.sluice.storage.text.InputTree;
import dev.sluice.storage.text.PathGlob;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.storage.text.TextFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Selects which paths in an input are source files, by {@code input.pattern}. */
public final class SourcePattern {
  private final Optional<String> pattern;
  private final Optional<PathGlob> matcher;
  private final Optional<InputGlob> input;

  /** Creates a pattern for all paths below the root. */
  public SourcePattern(Path root, Optional<String> pattern) {
    this(root, pattern, Optional.empty());
  }

  /**
   * @param root root directory, which determines the file system of the paths
   * @param pattern glob for paths relative to the root; if empty, all files whose names are those
   *     of data
   * @param input glob that the paths must match as well; files that match this glob themselves need
   *     not match the pattern if they have the name of data
   */
  public SourcePattern(Path root, Optional<String> pattern, Optional<InputGlob> input) {
    this.pattern = pattern;
    this.matcher = pattern.map(glob -> new PathGlob(root.getFileSystem(), glob));
    this.input = input;
  }

  /** Returns the skipped entries of this directory that are reported to the user. */
  public List<SkippedPath> leftOut(InputTree directory) {
    return directory.leftOut(
        this::selects,
        path -> input.isEmpty() || input.get().leadsInto(path),
        name -> TextFormat.of(name).isPresent());
  }

  /** Returns whether a path is considered. Other paths are not reported as skipped. */
  public boolean selects(Path path) {
    return input.isEmpty() || input.get().matches(path);
  }

  /** Returns the reason why a file is not a source file, or empty if it is a source file. */
  public Optional<String> reasonAgainst(Path path) {
    String name = path.getFileName().toString();
    boolean isNamed = input.isPresent() && input.get().matchesItself(path);
    if (pattern.isEmpty() || isNamed && TextFormat.of(name).isPresent()) {
      return InputNames.DATA.reasonAgainst(name);
    }
    if (InputNames.describesData(name)) {
      return Optional.of(SkippedPath.DESCRIBES_DATA);
    }
    PathGlob glob = matcher.orElseThrow();
    return glob.matches(path) || glob.matches(withLowerCaseEnding(path))
        ? Optional.empty()
        : Optional.of("does not match " + pattern.get());
  }

  /**
   * Returns the path with its extension in lower case, which makes matching ignore case, as in the
   * jobs.
   */
  private static Path withLowerCaseEnding(Path path) {
    String name = path.getFileName().toString();
    String ending = TextFormat.ending(name);
    return path.resolveSibling(
        name.substring(0, name.length() - ending.length()) + ending.toLowerCase(Locale.ROOT));
  }
}
