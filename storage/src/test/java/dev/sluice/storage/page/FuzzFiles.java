package dev.sluice.storage.page;

import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.FuzzFile;
import dev.sluice.storage.source.TestingRows;
import dev.sluice.storage.table.TestingFile;
import dev.sluice.storage.testing.BrokenParquet;
import dev.sluice.storage.testing.Corpus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;

/** The files that are mutated: every codec, page version, encoding, with and without checksums. */
public final class FuzzFiles {
  private static final ColumnMapping NESTED =
      new ColumnMapping(
          Optional.of("id"), "text", "metadata.finemath_scores", Optional.of("metadata.dump"));

  private static final String NESTED_SCHEMA =
      """
      message math {
        optional binary id (STRING);
        optional binary text (STRING);
        optional group metadata {
          optional binary url (STRING);
          optional binary dump (STRING);
          optional double finemath_scores;
        }
      }
      """;

  private final Path directory;
  private final List<FuzzFile> files = new ArrayList<>();

  private FuzzFiles(Path directory) {
    this.directory = directory;
  }

  /** All that are made. */
  public static List<FuzzFile> in(Path directory) throws Exception {
    FuzzFiles made = new FuzzFiles(directory);
    for (CompressionCodecName codec : codecs()) {
      for (WriterVersion version : WriterVersion.values()) {
        for (boolean dictionary : new boolean[] {true, false}) {
          made.plain(new TestingFile(codec, version, dictionary, 20));
        }
      }
      made.nested(new TestingFile(codec, WriterVersion.PARQUET_1_0, true, 30));
      made.nested(new TestingFile(codec, WriterVersion.PARQUET_2_0, false, 30).unchecked());
    }
    made.broken();
    return made.files;
  }

  private static List<CompressionCodecName> codecs() {
    return List.of(
        CompressionCodecName.UNCOMPRESSED,
        CompressionCodecName.SNAPPY,
        CompressionCodecName.ZSTD,
        CompressionCodecName.GZIP,
        CompressionCodecName.LZ4_RAW);
  }

  private void plain(TestingFile format) throws Exception {
    MessageType schema = TestingFile.schema(TestingFile.DOCUMENTS);
    List<Group> rows = TestingRows.groups(schema, TestingRows.documents(50));
    add(format, schema, rows, TestingRows.MAPPING);
    add(format.unchecked(), schema, rows, TestingRows.MAPPING);
  }

  private void nested(TestingFile format) throws Exception {
    MessageType schema = TestingFile.schema(NESTED_SCHEMA);
    List<Group> rows = new ArrayList<>();
    for (TestingRows.Row row : TestingRows.documents(50)) {
      rows.add(nested(schema, row));
    }
    add(format, schema, rows, NESTED);
  }

  private static Group nested(MessageType schema, TestingRows.Row row) {
    Group group = TestingFile.row(schema);
    row.id().ifPresent(id -> group.add("id", id));
    row.text().ifPresent(text -> group.add("text", text));
    OptionalDouble score = row.score();
    if (row.number() % 6 != 1) {
      Group metadata = group.addGroup("metadata");
      metadata.add("url", "https://example.org/" + row.number());
      metadata.add("dump", row.dump());
      score.ifPresent(value -> metadata.add("finemath_scores", value));
    }
    return group;
  }

  private void add(TestingFile format, MessageType schema, List<Group> rows, ColumnMapping mapping)
      throws Exception {
    Path file = directory.resolve("sound-%d.parquet".formatted(files.size()));
    format.write(file, schema, rows);
    files.add(FuzzFile.of(schema.getName() + " " + format, file, mapping));
  }

  /** Files that are broken already. */
  private void broken() throws Exception {
    for (Path file : BrokenParquet.writeAll(directory)) {
      for (String text : leaves(file)) {
        ColumnMapping mapping =
            new ColumnMapping(Optional.of(text), text, "int32", Optional.empty());
        files.add(FuzzFile.of(file.getFileName() + " " + text, file, mapping));
      }
    }
  }

  /** Real documents: files of another writer. */
  public static List<FuzzFile> real() throws Exception {
    ColumnMapping mapping =
        new ColumnMapping(Optional.of("id"), "text", "score", Optional.of("url"));
    List<FuzzFile> files = new ArrayList<>();
    for (Path file : Corpus.files().subList(0, 2)) {
      files.add(FuzzFile.of(file.getFileName().toString(), file, mapping));
    }
    return files;
  }

  private static List<String> leaves(Path file) throws IOException {
    try {
      return SourceFooter.read(file).schema().getColumns().stream()
          .map(column -> String.join(".", column.getPath()))
          .limit(3)
          .toList();
    } catch (SourceFormatException e) {
      return List.of("text");
    }
  }
}
