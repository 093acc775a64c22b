package dev.sluice.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.topics.progress.InputFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds the source files below a root: those that match a glob, in the order of the UTF-8 bytes of
 * their relative paths. Names that begin with a dot are somebody's temporary files and are left
 * out, as is what lies in a directory _temporary; links are followed.
 */
final class SourceScan {
  /** The normative order of paths. */
  static final Comparator<String> BY_UTF8 =
      (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));

  /** Where Spark and Hadoop keep files that may never be finished. */
  static final String SPARK_TEMPORARY = "_temporary";

  private SourceScan() {}

  static List<InputFile> scan(Path root, String pattern) throws IOException {
    PathMatcher matcher = root.getFileSystem().getPathMatcher("glob:" + pattern);
    // "**/x" is also meant to find x itself, which Java's globs do not.
    PathMatcher atRoot =
        pattern.startsWith("**/")
            ? root.getFileSystem().getPathMatcher("glob:" + pattern.substring(3))
            : matcher;
    try (Stream<Path> paths = Files.walk(root, FileVisitOption.FOLLOW_LINKS)) {
      return paths
          .filter(Files::isRegularFile)
          .map(root::relativize)
          .filter(path -> !isHidden(path))
          .filter(path -> matcher.matches(path) || atRoot.matches(path))
          .map(path -> inputFile(root, path))
          .sorted(Comparator.comparing(InputFile::path, BY_UTF8))
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static boolean isHidden(Path relative) {
    for (Path name : relative) {
      if (name.toString().startsWith(".") || name.toString().equals(SPARK_TEMPORARY)) {
        return true;
      }
    }
    return false;
  }

  private static InputFile inputFile(Path root, Path relative) {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(root.resolve(relative), BasicFileAttributes.class);
      return new InputFile(
          relative.toString().replace(relative.getFileSystem().getSeparator(), "/"),
          attributes.size(),
          attributes.lastModifiedTime().toMillis());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
