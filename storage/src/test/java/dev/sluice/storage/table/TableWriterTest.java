package dev.sluice.storage.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetFileWriter.Mode;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableWriterTest {
  private static final int ROWS = 120;
  private static final int ROWS_OF_GROUP = 13;

  @TempDir private Path directory;
  private TableFormat format;
  private List<byte[]> records;

  @BeforeEach
  void makeRecords() throws Exception {
    RandomTable tables = new RandomTable(new Random(11));
    MessageType message = tables.schema();
    Path in = TestingFile.PLAIN.write(directory.resolve("in"), message, tables.rows(message, ROWS));
    TableSchema schema = TableFile.open(in).schema();
    records = TestingTables.records(in, schema);
    format =
        new TableFormat(
            schema, Set.of(schema.names().get(0)), Map.of("huggingface", "{}", "a", "b"), 3, 1024);
  }

  @Test
  void shouldWriteWhatParquetsOwnWriterMakesOfTheSameRowGroups() throws Exception {
    Path own = directory.resolve("own");
    ParquetProperties properties = format.properties();
    ParquetFileWriter writer =
        new ParquetFileWriter(
            new LocalOutputFile(own),
            format.schema().message(),
            Mode.CREATE,
            Integer.MAX_VALUE,
            0,
            properties.getColumnIndexTruncateLength(),
            properties.getStatisticsTruncateLength(),
            properties.getPageWriteChecksumEnabled());
    writer.start();
    for (TableRowGroup group : groups()) {
      group.writeTo(writer);
    }
    writer.end(format.footer());
    writer.close();

    assertThat(whole("x")).hasSameBinaryContentAs(own);
  }

  @Test
  void shouldWriteTheSameBytesAfterEveryCheckpoint() throws Exception {
    Path whole = whole("whole");
    int groups = groups().size();
    for (int stop = 0; stop <= groups; stop++) {
      Path file = directory.resolve("stopped" + stop);
      TableWriter stopped = new TableWriter(format, file);
      for (TableRowGroup group : groups().subList(0, stop)) {
        stopped.append(group);
      }
      stopped.checkpoint();
      assertThat(stopped.rows()).isEqualTo(Math.min(ROWS, stop * ROWS_OF_GROUP));
      assertThat(stopped.bytes()).isEqualTo(Files.size(file));
      for (TableRowGroup lost : groups().subList(stop, groups)) {
        stopped.append(lost);
      }
      stopped.close();

      assertThat(finish(file)).as("stopped after %d groups", stop).hasSameBinaryContentAs(whole);
    }
  }

  @Test
  void shouldWriteTheSameBytesWhenStoppedAfterEveryRowGroup() throws Exception {
    Path whole = whole("whole");
    Path file = directory.resolve("stopped");
    for (int i = 0; i < groups().size(); i++) {
      TableWriter writer = TableWriter.continueAt(format, file);
      assertThat(writer.rowGroups()).isEqualTo(i);
      writer.append(groups().get(i));
      writer.checkpoint();
    }
    assertThat(finish(file)).hasSameBinaryContentAs(whole);
  }

  @Test
  void shouldContinueATableThatIsClosedAndNotYetPublished() throws Exception {
    Path whole = whole("whole");
    Path file = directory.resolve("closed");
    TableWriter writer = TableWriter.continueAt(format, file);
    for (TableRowGroup group : groups()) {
      writer.append(group);
      writer.checkpoint();
    }
    writer.complete();
    assertThat(file).hasSameBinaryContentAs(whole);

    TableWriter again = TableWriter.continueAt(format, file);
    assertThat(again.rows()).isEqualTo(ROWS);
    again.complete();
    assertThat(file).hasSameBinaryContentAs(whole);
    TableWriter.deleteCheckpoint(file);
    assertThat(names()).containsExactlyInAnyOrder("in", "whole", "closed");
  }

  /** As a sink: where its user was, or over again. */
  @Test
  void shouldGoToACheckpointOrToTheStart() throws Exception {
    Path file = directory.resolve("x");
    TableWriter writer = new TableWriter(format, file);
    writer.append(groups().get(0));
    writer.sync();
    writer.checkpoint();
    long rows = writer.rows();
    long bytes = writer.bytes();
    writer.append(groups().get(1));
    writer.close();

    TableWriter again = TableWriter.continueAt(format, file);
    assertThat(again.continueAt(rows + 1, bytes)).isFalse();
    assertThat(again.continueAt(rows, bytes)).isTrue();
    assertThat(again.continueAt(0, 0)).isTrue();
    assertThat(again.rows()).isZero();
    for (TableRowGroup group : groups()) {
      again.append(group);
    }
    again.complete();
    assertThat(file).hasSameBinaryContentAs(whole("whole"));
  }

  @Test
  void shouldBeginAnewWithoutACheckpoint() throws Exception {
    Path file = Files.writeString(directory.resolve("x"), "what a kill has left");
    assertThat(finish(file)).hasSameBinaryContentAs(whole("whole"));
  }

  @Test
  void shouldRefuseWhatItCannotContinue() throws Exception {
    Path file = directory.resolve("x");
    TableWriter writer = new TableWriter(format, file);
    writer.append(groups().get(0));
    writer.checkpoint();
    TableFormat other = new TableFormat(format.schema(), Set.of(), Map.of(), 3, 1024);
    assertThatThrownBy(() -> TableWriter.continueAt(other, file))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("started with different columns");

    Files.write(file, new byte[10], StandardOpenOption.TRUNCATE_EXISTING);
    assertThatThrownBy(() -> TableWriter.continueAt(format, file))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("has 10 bytes, but had");

    Path checkpoint = TableCheckpoint.file(file);
    byte[] bytes = Files.readAllBytes(checkpoint);
    bytes[40]++;
    Files.write(checkpoint, bytes);
    assertThatThrownBy(() -> TableWriter.continueAt(format, file))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("the checkpoint is broken");
  }

  @Test
  void shouldWriteATableWithoutRows() throws Exception {
    Path file = directory.resolve("x");
    TableWriter writer = new TableWriter(format, file);
    writer.append(new TableRowGroup(format));
    writer.complete();

    assertThat(TestingTables.rows(file)).isEmpty();
    TableFile table = TableFile.open(file);
    assertThat(table.rows()).isZero();
    assertThat(table.rowGroups()).isZero();
    assertThat(table.labels()).containsOnlyKeys("huggingface");
    assertThat(TableSchema.same(List.of(TableSchema.FileSchema.of(table))))
        .isEqualTo(format.schema());
  }

  @Test
  void shouldLeaveNothingOfADiscardedTable() throws Exception {
    Path file = directory.resolve("x");
    TableWriter writer = new TableWriter(format, file);
    assertThatThrownBy(() -> new TableWriter(format, file))
        .isInstanceOf(FileAlreadyExistsException.class);
    writer.append(groups().get(0));
    writer.checkpoint();
    writer.discard();
    writer.discard();
    assertThat(names()).containsExactly("in");
  }

  @Test
  void shouldCountTheBytesOfARowGroupByItsRowsAlone() {
    TableRowGroup one = new TableRowGroup(format);
    TableRowGroup other = new TableRowGroup(format);
    long before = 0;
    for (byte[] record : records) {
      one.write(record, 0, record.length);
      other.write(record, 0, record.length);
      assertThat(one.bytes()).isEqualTo(other.bytes());
      before = Math.max(before, one.bytes());
    }
    assertThat(before).isPositive();
    assertThat(one.heapBytes()).isGreaterThanOrEqualTo(one.bytes());
    assertThat(one.rows()).isEqualTo(ROWS);
  }

  private List<TableRowGroup> groups() {
    List<TableRowGroup> groups = new ArrayList<>();
    for (int i = 0; i < records.size(); i += ROWS_OF_GROUP) {
      int end = Math.min(records.size(), i + ROWS_OF_GROUP);
      groups.add(TestingTables.pack(format, records.subList(i, end)));
    }
    return groups;
  }

  private Path whole(String name) throws IOException {
    return TestingTables.write(format, directory.resolve(name), records, ROWS_OF_GROUP);
  }

  /** Continues a table to its end. */
  private Path finish(Path file) throws IOException {
    TableWriter writer = TableWriter.continueAt(format, file);
    List<TableRowGroup> groups = groups();
    for (TableRowGroup group : groups.subList(writer.rowGroups(), groups.size())) {
      writer.append(group);
    }
    writer.complete();
    return file;
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
