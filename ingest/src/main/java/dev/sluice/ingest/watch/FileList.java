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
 * The list of files that whoever delivers a dump may put into its directory: a line for each, its
 * path relative to the list, then, where it is known, a tab and its size in bytes. Lines that are
 * empty or begin with # do not count.
 */
final class FileList {
  private FileList() {}

  /**
   * A line.
   *
   * @param path relative to the list
   * @param bytes the file's size when it is whole, if the list tells
   */
  record Entry(String path, OptionalLong bytes) {
    /** Whether the file is there, in its size. */
    boolean isThere(Path directory) throws IOException {
      Path file = directory.resolve(path);
      return Files.isRegularFile(file)
          && (bytes.isEmpty() || Files.size(file) == bytes.getAsLong());
    }
  }

  /**
   * Reads a list.
   *
   * @throws IOException when it cannot be read; the message of an entry that makes no sense names
   *     its line
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
