package dev.sluice.storage.output;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The attributes of many files, from one listing of each directory: in an object store, asking for
 * each file would be a request each. Not thread-safe.
 */
final class ListedFiles {
  private final Map<Path, Map<Path, BasicFileAttributes>> directories = new HashMap<>();

  /** The attributes of a file when its directory was listed; empty if there was none. */
  Optional<BasicFileAttributes> attributes(Path file) throws IOException {
    Path directory = file.getParent();
    if (!directories.containsKey(directory)) {
      directories.put(directory, list(directory));
    }
    return Optional.ofNullable(directories.get(directory).get(file.getFileName()));
  }

  private static Map<Path, BasicFileAttributes> list(Path directory) throws IOException {
    Map<Path, BasicFileAttributes> listed = new HashMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        put(file, listed);
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return Map.of();
    }
    return listed;
  }

  /** Another process may just have deleted it. */
  private static void put(Path file, Map<Path, BasicFileAttributes> listed) throws IOException {
    try {
      listed.put(file.getFileName(), Files.readAttributes(file, BasicFileAttributes.class));
    } catch (NoSuchFileException e) {
      listed.remove(file.getFileName());
    }
  }
}
