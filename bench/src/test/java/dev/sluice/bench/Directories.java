package dev.sluice.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directories of benchmarks. */
public final class Directories {
  private Directories() {}

  /** A new one among the system's temporary ones. */
  static Path create() throws IOException {
    return Files.createTempDirectory("sluice-bench");
  }

  private static List<Path> filesBelow(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.sorted(Comparator.reverseOrder()).toList();
    }
  }

  /**
   * Copies a directory; files with this ending, which nobody changes, by a link.
   *
   * @param to must not be there
   */
  public static void copy(Path from, Path to, String unchanging) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file));
        if (file.toString().endsWith(unchanging)) {
          Files.createLink(target, file);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  /** Reads all files in a directory, so that the page cache has what it has room for. */
  public static void warm(Path directory) throws IOException {
    for (Path file : filesBelow(directory)) {
      if (Files.isRegularFile(file)) {
        Files.copy(file, OutputStream.nullOutputStream());
      }
    }
  }

  /** Bytes of all files in a directory. */
  public static long bytes(Path directory) throws IOException {
    long bytes = 0;
    for (Path file : filesBelow(directory)) {
      bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
    }
    return bytes;
  }
}
