package dev.sluice.storage.table;

import dev.sluice.storage.page.TestingCodecs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;

/** Tables read by Parquet's own reader, and copied by way of records. */
public final class TestingTables {
  private TestingTables() {}

  /** All rows as lines of Parquet's own reader, checksums checked. */
  public static List<String> rows(Path file) throws IOException {
    return groups(file).stream().map(Group::toString).toList();
  }

  /** All rows as Parquet's own reader has them, checksums checked. */
  public static List<Group> groups(Path file) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration())
            .withCodecFactory(new TestingCodecs())
            .usePageChecksumVerification()
            .build();
    List<Group> rows = new ArrayList<>();
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), options)) {
      MessageType schema = reader.getFooter().getFileMetaData().getSchema();
      MessageColumnIO io = new ColumnIOFactory().getColumnIO(schema);
      PageReadStore pages = reader.readNextRowGroup();
      while (pages != null) {
        RecordReader<Group> records = io.getRecordReader(pages, new GroupRecordConverter(schema));
        for (long i = 0; i < pages.getRowCount(); i++) {
          rows.add(records.read());
        }
        pages = reader.readNextRowGroup();
      }
    }
    return rows;
  }

  /** The records of a file in a schema. */
  public static List<byte[]> records(Path file, TableSchema schema) throws IOException {
    TableFile table = TableFile.open(file);
    List<byte[]> records = new ArrayList<>();
    for (int group = 0; group < table.rowGroups(); group++) {
      try (RecordRows rows = table.rows(group, schema, new RowBuffers(RecordBuffer.MAX_BYTES))) {
        while (rows.next()) {
          records.add(Arrays.copyOf(rows.buffer(), rows.length()));
        }
      }
    }
    return records;
  }

  static TableRowGroup pack(TableFormat format, List<byte[]> records) {
    TableRowGroup group = new TableRowGroup(format);
    for (byte[] record : records) {
      byte[] among = new byte[record.length + 5];
      System.arraycopy(record, 0, among, 3, record.length);
      group.write(among, 3, record.length);
      Arrays.fill(among, (byte) -1);
    }
    group.finish();
    return group;
  }

  /** Writes records in row groups of so many. */
  static Path write(TableFormat format, Path file, List<byte[]> records, int rowsOfGroup)
      throws IOException {
    TableWriter writer = new TableWriter(format, file);
    for (int i = 0; i < records.size(); i += rowsOfGroup) {
      int end = Math.min(records.size(), i + rowsOfGroup);
      writer.append(pack(format, records.subList(i, end)));
    }
    writer.complete();
    return file;
  }
}
