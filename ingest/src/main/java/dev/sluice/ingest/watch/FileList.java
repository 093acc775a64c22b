package dev.sluice.ingest.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The list of files that the provider of a dump may put into its directory. One line per file: its
 * path relative to the list, optionally a tab and its size in bytes. Empty lines and lines that
 * start with # are ignored.
 */
final class FileList {
  private FileList() {}

  /**
   * A line.
   *
   * @param path relative to the list
   * @param bytes size of the complete file, if stated
   */
  record Entry(String path, OptionalLong bytes) {
    /** Whether the file exists, with the stated size. */
    boolean isThere(Path directory) throws IOException {
      Path file = directory.resolve(path);
      return Files.isRegularFile(file)
          && (bytes.isEmpty() || Files.size(file) == bytes.getAsLong());
    }
  }

  /**
   * Reads a list.
   *
   * @throws IOException if it cannot be read; for an invalid entry, the message names the line
   */
  static List<Entry> read(Path list) throws IOException {
    List<String> lines = Files.readAllLines(list, UTF_8);
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        entries.add(entry(line, "line %d of %s".formatted(i + 1, list)));
      }
    }
    return entries;
  }

  private static Entry entry(String line, String where) throws IOException {
    String[] parts = line.split("\t+", 2);
    String path = parts[0].strip();
    try {
      Path relative = Path.of(path).normalize();
      if (relative.isAbsolute() || relative.startsWith("..")) {
        throw new IOException(where + ": \"" + path + "\" must be relative to the list, below it");
      }
      OptionalLong bytes =
          parts.length < 2
              ? OptionalLong.empty()
              : OptionalLong.of(Long.parseLong(parts[1].strip()));
      String slashed = relative.toString().replace(relative.getFileSystem().getSeparator(), "/");
      return new Entry(slashed, bytes);
    } catch (NumberFormatException | InvalidPathException e) {
      throw new IOException(
          where + ": \"" + line + "\" must be a path, or a path, a tab and bytes");
    }
  }
}
