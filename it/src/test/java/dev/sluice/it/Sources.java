package dev.sluice.it;

import dev.sluice.jobs.generate.Generator;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.shard.ShardWriter;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.write.ShardCompression;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;

/** Makes sources to be read. */
public final class Sources {

  private Sources() {}

  /** A row of a source made by hand. */
  public record Row(String id, String text, double score, String dump) {}

  /** Generates a set as {@code generate} does. */
  public static Path generate(Path directory, long documents, int dumps, long seed) {
    try {
      Generator.generate(new Generator.Options(directory, documents, dumps, seed), file -> {});
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a file of these row groups. */
  public static void write(Path file, List<List<Row>> rowGroups) {
    write(file, ColumnRole.FIELDS, rowGroups);
  }

  /** Writes a file that has these columns alone. */
  static void write(Path file, List<String> columns, List<List<Row>> rowGroups) {
    ShardFormat format = new ShardFormat(columns, ShardCompression.ZSTD, 1, 64 << 10, 1 << 20);
    try {
      Files.createDirectories(file.getParent());
      ShardWriter writer = new ShardWriter(format, file);
      for (List<Row> rows : rowGroups) {
        for (Row row : rows) {
          byte[] text = row.text().getBytes(StandardCharsets.UTF_8);
          writer.write(
              new ShardRow(
                  row.id().getBytes(StandardCharsets.UTF_8),
                  text,
                  0,
                  text.length,
                  row.score(),
                  row.dump()));
        }
        writer.flushRowGroup();
      }
      writer.close(new TreeMap<>());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Copies a directory with everything below it. */
  public static void copy(Path from, Path to) {
    for (Path file : Output.walk(from)) {
      copyFile(file, to.resolve(from.relativize(file)));
    }
  }

  public static void copyFile(Path from, Path to) {
    try {
      Files.createDirectories(to.getParent());
      Files.copy(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
