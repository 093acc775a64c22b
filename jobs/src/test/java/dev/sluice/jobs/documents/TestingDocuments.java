package dev.sluice.jobs.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.storage.json.RecordJson;
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.RecordRows;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.table.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.schema.MessageTypeParser;

/** Parquet files of documents, with columns of several types beside their texts. */
public final class TestingDocuments {
  /** The columns. */
  public static final TableSchema SCHEMA =
      new TableSchema(
          MessageTypeParser.parseMessageType(
              """
              message schema {
                optional double score;
                optional binary text (STRING);
                optional binary id (STRING);
                required group metadata { required int32 year; optional boolean good; }
                required group tags (LIST) { repeated group list { required binary element (STRING); } }
              }
              """));

  private final List<byte[]> records = new ArrayList<>();

  /** Adds a row. */
  public TestingDocuments add(Optional<String> id, Optional<byte[]> text, double score, int year) {
    RecordBuffer record = new RecordBuffer();
    record.level(1);
    record.float64(score);
    value(record, text);
    value(record, id.map(given -> given.getBytes(UTF_8)));
    record.int32(year);
    record.level(0);
    record.int32(2); // one triple: an empty list
    record.level(0);
    record.level(0);
    records.add(Arrays.copyOf(record.bytes(), record.length()));
    return this;
  }

  private static void value(RecordBuffer record, Optional<byte[]> value) {
    record.level(value.isPresent() ? 1 : 0);
    value.ifPresent(bytes -> record.variable(bytes, 0, bytes.length));
  }

  /** Adds a row with this text. */
  public TestingDocuments add(String text) {
    return add(Optional.of("d" + records.size()), Optional.of(text.getBytes(UTF_8)), 3, 2020);
  }

  /** Writes the rows, so many to a row group. */
  public Path write(Path file, int rowsPerGroup) throws IOException {
    Files.createDirectories(file.getParent());
    TableFormat format = TableFormat.of(SCHEMA);
    TableWriter writer = new TableWriter(format, file);
    for (int from = 0; from < records.size(); from += rowsPerGroup) {
      TableRowGroup group = new TableRowGroup(format);
      for (byte[] row : records.subList(from, Math.min(records.size(), from + rowsPerGroup))) {
        group.write(row, 0, row.length);
      }
      group.finish();
      writer.append(group);
    }
    writer.complete();
    return file;
  }

  /** All rows of a file as JSON, in their order. */
  public static List<String> rows(Path path) throws IOException {
    List<String> rows = new ArrayList<>();
    TableFile file = TableFile.open(path);
    RecordJson json = new RecordJson(file.schema());
    for (int group = 0; group < file.rowGroups(); group++) {
      try (RecordRows records =
          file.rows(group, file.schema(), new RowBuffers(RecordBuffer.MAX_BYTES))) {
        while (records.next()) {
          json.write(records.buffer(), 0, records.length());
          rows.add(new String(json.buffer(), 0, json.length(), UTF_8));
        }
      }
    }
    return rows;
  }
}
