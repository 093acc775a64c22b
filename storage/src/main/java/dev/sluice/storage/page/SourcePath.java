package dev.sluice.storage.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Examines a path of an input before its file is opened. */
public final class SourcePath {
  private static final String REPLACEMENT = "\uFFFD";

  private SourcePath() {}

  /**
   * Explains why the path can never be read as a file. It is a broken link, a pipe, a socket, a
   * device, or a name that is not UTF-8. Empty if the path is a file or does not exist.
   */
  public static Optional<String> problemOf(Path path) {
    if (!isUtf8(path)) {
      return Optional.of("its name is not UTF-8: rename it");
    }
    if (Files.isRegularFile(path)) {
      return Optional.empty();
    }
    if (Files.exists(path)) {
      return Optional.of(
          Files.isDirectory(path)
              ? "is a directory, not a file"
              : "is a pipe, socket or device, which cannot be read more than once: save its output"
                  + " to a file");
    }
    return Files.isSymbolicLink(path)
        ? Optional.of("is a link to %s, which does not exist".formatted(target(path)))
        : Optional.empty();
  }

  /** Returns whether a name is UTF-8. In names as strings, U+FFFD replaces invalid bytes. */
  private static boolean isUtf8(Path path) {
    String name = path.toString();
    if (!name.contains(REPLACEMENT)) {
      return true;
    }
    try {
      return path.equals(path.getFileSystem().getPath(name))
          && Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return "something unreadable";
    }
  }

  /**
   * Checks that the path is a file.
   *
   * @throws SourceFormatException if the path exists and can never be read as a file
   * @throws NoSuchFileException if the path does not exist
   */
  public static void requireFile(Path path) throws IOException {
    Optional<String> problem = problemOf(path);
    if (problem.isPresent()) {
      throw new SourceFormatException(path, problem.get());
    }
    if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    }
  }

  /**
   * Returns the path that always leads to the same files, for an input that has commits. A branch
   * can move.
   */
  public static Optional<Path> pinned(Path path) throws IOException {
    return SourceFile.isLocal(path)
        ? Optional.empty()
        : Optional.ofNullable((Path) Files.getAttribute(path, "pinned:path"));
  }

  /** Returns the size of the file on disk, or 0 if the path cannot be read as a file. */
  public static long bytes(Path path) throws IOException {
    return problemOf(path).isPresent() ? 0 : Files.size(path);
  }

  /** Returns a value that is equal for all paths to one file. */
  public static Path identity(Path path) throws IOException {
    return Files.exists(path) ? path.toRealPath() : path.toAbsolutePath().normalize();
  }
}
