package dev.sluice.storage.output;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A directory of records {@code 1.json}, {@code 2.json} and so on, which are added and never
 * changed.
 *
 * @param directory which need not be there yet
 */
record NumberedFiles(Path directory) {
  static String name(long number) {
    return number + ".json";
  }

  Path file(long number) {
    return directory.resolve(name(number));
  }

  /** The records from a number on, as far as they follow each other. */
  <T> List<T> readFrom(long number, Class<T> type) throws IOException {
    List<T> records = new ArrayList<>();
    try {
      while (true) {
        records.add(Json.read(file(number + records.size()), type));
      }
    } catch (NoSuchFileException e) {
      return records;
    }
  }

  /**
   * All names there are, by listing the directory: a network file system may remember for a minute
   * that a file was not there, and so hide what another host has just written.
   */
  Set<String> names() throws IOException {
    Set<String> names = new HashSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      files.forEach(file -> names.add(file.getFileName().toString()));
    } catch (NoSuchFileException e) {
      return Set.of();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return names;
  }
}
