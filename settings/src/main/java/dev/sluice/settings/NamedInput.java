package dev.sluice.settings;

import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.text.InputGlob;
import dev.sluice.storage.text.InputNames;
import dev.sluice.storage.text.TextFormat;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;

/**
 * One of the paths that the user specified as input.
 *
 * @param given path as the user wrote it
 * @param kind what the path was when it was examined
 * @param glob the glob; empty unless the path is one
 */
public record NamedInput(Path given, Kind kind, Optional<InputGlob> glob) {
  /** The kinds of paths. */
  public enum Kind {
    /**
     * All files in the directory that match {@code input.pattern}. Without a pattern, all files in
     * the directory that have the name of a data file.
     */
    DIRECTORY,
    /** This file, even if its name starts with a dot or an underscore. */
    FILE,
    /**
     * All files that match the glob and have the name of a data file, and all files of directories
     * that match the glob, as for {@link #DIRECTORY}.
     */
    GLOB,
    /** A path that does not exist. */
    MISSING
  }

  /** Requires all components. */
  public NamedInput {
    Objects.requireNonNull(given, "given");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(glob, "glob");
  }

  /** Creates an input from a path. */
  public static NamedInput of(Path given) {
    if (Files.isDirectory(given)) {
      return new NamedInput(given, Kind.DIRECTORY, Optional.empty());
    }
    if (Files.exists(given, LinkOption.NOFOLLOW_LINKS)) {
      return new NamedInput(given, Kind.FILE, Optional.empty());
    }
    return glob(given)
        .map(glob -> new NamedInput(given, Kind.GLOB, Optional.of(glob)))
        .orElseGet(() -> new NamedInput(given, Kind.MISSING, Optional.empty()));
  }

  private static Optional<InputGlob> glob(Path given) {
    try {
      return InputGlob.isGlob(given.toString())
          ? Optional.of(InputGlob.of(given))
          : Optional.empty();
    } catch (PatternSyntaxException e) {
      return Optional.empty();
    }
  }

  /** Returns whether the path is a single file. */
  public boolean isFile() {
    return kind == Kind.FILE;
  }

  /** Returns the directory that contains all files of this input. */
  public Path directory() {
    return switch (kind) {
      case DIRECTORY, MISSING -> given;
      case FILE -> given.toAbsolutePath().getParent();
      case GLOB -> glob.orElseThrow().base();
    };
  }

  /** Returns whether a path, relative to the directory, belongs to this input. */
  public boolean selects(Path path) {
    return switch (kind) {
      case DIRECTORY, MISSING -> true;
      case FILE -> path.equals(given.getFileName());
      case GLOB -> glob.orElseThrow().matches(path);
    };
  }

  /**
   * Returns the reason why the path cannot be read, or empty if it can be read.
   *
   * @param pattern pattern of the names of files; if empty, all files whose names are those of data
   */
  public Optional<String> problem(Optional<String> pattern) {
    return switch (kind) {
      case DIRECTORY -> Optional.empty();
      case MISSING -> Optional.of(given + " does not exist");
      case FILE -> problemOfFile(pattern);
      case GLOB ->
          Files.isDirectory(directory())
              ? Optional.empty()
              : Optional.of("%s: directory %s does not exist".formatted(given, directory()));
    };
  }

  private Optional<String> problemOfFile(Optional<String> pattern) {
    SourcePattern names = new SourcePattern(directory(), pattern);
    InputNames accepted =
        InputNames.of(
            name ->
                TextFormat.of(name).isPresent()
                    || names.reasonAgainst(given.getFileName()).isEmpty(),
            TextFormat.ENDINGS);
    return accepted
        .problemOf(given.toString(), given.getFileName().toString())
        .or(() -> SourcePath.problemOf(given))
        .map(problem -> "%s: %s".formatted(given, problem));
  }
}
