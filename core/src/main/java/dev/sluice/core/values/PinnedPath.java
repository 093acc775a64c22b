package dev.sluice.core.values;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Finds the files of a unit at the commits at which the unit began. An input such as {@code hf://}
 * is read at commits, and a branch may have moved since then.
 *
 * <pre>
 * sources   .: hf://datasets/ORG/NAME@COMMIT/data     the root
 *           b: hf://datasets/ORG/OTHER@COMMIT         a directory below it
 * </pre>
 */
public final class PinnedPath {
  /** The name of the root in the sources of a unit. */
  public static final String ROOT = ".";

  /**
   * The file system whose paths can contain a revision. In other paths, {@code @} is an ordinary
   * character.
   */
  private static final String HUB = "hf";

  /** The index of the path element that contains the revision after {@code @}. */
  private static final int NAME = 1;

  private PinnedPath() {}

  /**
   * Returns the path of a file.
   *
   * @param root root of the input, which contains the files that are below no source
   * @param sources URLs of directories of the input when the unit began, by their path relative to
   *     the root; empty if the input has no commits
   * @param file path relative to the root, with /
   */
  public static Path of(Path root, Map<String, String> sources, String file) {
    for (int end = file.lastIndexOf('/'); end > 0 && !sources.isEmpty(); ) {
      String source = sources.get(file.substring(0, end));
      if (source != null) {
        return InputPath.of(source).resolve(file.substring(end + 1));
      }
      end = file.lastIndexOf('/', end - 1);
    }
    String source = sources.get(ROOT);
    return (source == null ? root : InputPath.of(source)).resolve(file);
  }

  /**
   * Returns whether a source is a directory of an input, at any commit.
   *
   * @param root root of the input
   * @param directory path relative to the root, with /, or {@link #ROOT}
   * @param source URL, in the form that {@link #of} expects
   */
  public static boolean isOf(Path root, String directory, String source) {
    try {
      return withoutCommit(root.resolve(directory)).equals(withoutCommit(InputPath.of(source)));
    } catch (IllegalArgumentException e) {
      return false; // the source is not a path here
    }
  }

  /**
   * Returns whether a file that a record names is in the directory of an input.
   *
   * @param file path relative to the root, with /
   */
  public static boolean isBelow(Path root, String file) {
    try {
      return plain(root.resolve(file)).startsWith(plain(root));
    } catch (InvalidPathException e) {
      return false; // no file can have this name
    }
  }

  private static Path plain(Path path) {
    return path.toAbsolutePath().normalize();
  }

  private static Path withoutCommit(Path path) {
    Path plain = plain(path);
    boolean isOfHub = plain.getFileSystem().provider().getScheme().equals(HUB);
    if (!isOfHub || plain.getNameCount() <= NAME) {
      return plain;
    }
    String name = plain.getName(NAME).toString();
    Path bare =
        plain.getRoot().resolve(plain.subpath(0, NAME)).resolve(name.replaceFirst("(?s)@.*", ""));
    return plain.getNameCount() == NAME + 1
        ? bare
        : bare.resolve(plain.subpath(NAME + 1, plain.getNameCount()));
  }
}
