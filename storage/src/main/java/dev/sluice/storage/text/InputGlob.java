package dev.sluice.storage.text;

import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.stream.Stream;

/**
 * A glob that names an input: {@code *} and {@code ?} match parts of a name, {@code **} also
 * directories. A directory that matches stands for everything below it.
 */
public final class InputGlob {
  private static final String CHARACTERS = "*?[{";

  private final Path base;
  private final PathMatcher whole;
  private final PathMatcher atBase;

  private InputGlob(Path base, Path pattern) {
    FileSystem system = pattern.getFileSystem();
    String text = InputTree.slashed(pattern);
    this.base = base;
    this.whole = system.getPathMatcher("glob:" + text);
    // "**/x" should also match x itself, which Java's globs do not.
    this.atBase =
        text.startsWith("**/") ? system.getPathMatcher("glob:" + text.substring(3)) : whole;
  }

  /** Whether a text has characters that match others. */
  public static boolean isGlob(String text) {
    return text.chars().anyMatch(c -> CHARACTERS.indexOf(c) >= 0);
  }

  /**
   * Reads a path with such characters.
   *
   * @throws java.util.regex.PatternSyntaxException if they are no glob, such as {@code [} alone
   */
  public static InputGlob of(Path glob) {
    Path base = base(glob);
    return new InputGlob(base, base.relativize(glob));
  }

  /** The directories before the first wildcard of a path, which need not be a glob. */
  public static Path base(Path path) {
    Path base = path.getRoot() == null ? path.getFileSystem().getPath("") : path.getRoot();
    for (Path name : path) {
      if (isGlob(name.toString())) {
        break;
      }
      base = base.resolve(name);
    }
    return base;
  }

  /** The directories before the first wildcard. Everything that matches is below. */
  public Path base() {
    return base;
  }

  /** Whether a path relative to the base matches, or a directory that it is in. */
  public boolean matches(Path path) {
    return Stream.iterate(path, part -> part != null, Path::getParent)
        .anyMatch(this::matchesItself);
  }

  /** Whether a path relative to the base matches, and not only a directory that it is in. */
  public boolean matchesItself(Path path) {
    return whole.matches(path) || atBase.matches(path);
  }
}
