package dev.sluice.core.work;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Deletes directory trees. Links are deleted, not followed. */
public final class FileTree {
  private FileTree() {}

  /** Deletes a tree, if it exists. */
  public static void deleteAll(Path root) throws IOException {
    for (Path path : deepestFirst(root)) {
      Files.deleteIfExists(path);
    }
  }

  /** Deletes all directories of a tree that contain no file. */
  public static void deleteEmpty(Path root) throws IOException {
    for (Path path : deepestFirst(root)) {
      if (Files.isDirectory(path)) {
        deleteIfEmpty(path);
      }
    }
  }

  /** Deletes a directory if it is empty. */
  public static void deleteIfEmpty(Path directory) throws IOException {
    try {
      Files.deleteIfExists(directory);
    } catch (DirectoryNotEmptyException e) {
      // It contains files of somebody else, and so must stay.
      return;
    }
  }

  private static List<Path> deepestFirst(Path root) throws IOException {
    if (!Files.exists(root)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(root)) {
      return paths.sorted(Comparator.reverseOrder()).toList();
    }
  }
}
