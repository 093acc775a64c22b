package dev.sluice.storage.table;

import dev.sluice.storage.page.TestingCodecs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileWriter.Mode;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** How a source file for a test is to be written. */
public record TestingFile(
    CompressionCodecName codec,
    WriterVersion version,
    boolean dictionary,
    int rowsPerGroup,
    boolean checksums) {
  public static final TestingFile PLAIN =
      new TestingFile(
          CompressionCodecName.UNCOMPRESSED, WriterVersion.PARQUET_1_0, false, Integer.MAX_VALUE);

  /** The columns of FineWeb-Edu that matter here, in an order that differs from the mapping's. */
  public static final String DOCUMENTS =
      """
      message documents {
        optional int64 token_count;
        optional binary dump (STRING);
        optional double score;
        optional binary id (STRING);
        optional binary text (STRING);
      }
      """;

  /** A file whose pages have checksums, as Parquet's own writer does it. */
  public TestingFile(
      CompressionCodecName codec, WriterVersion version, boolean dictionary, int rowsPerGroup) {
    this(codec, version, dictionary, rowsPerGroup, true);
  }

  public TestingFile rowsPerGroup(int rows) {
    return new TestingFile(codec, version, dictionary, rows, checksums);
  }

  /** The same without checksums, as most writers do it. */
  public TestingFile unchecked() {
    return new TestingFile(codec, version, dictionary, rowsPerGroup, false);
  }

  public static Group row(MessageType schema) {
    return new SimpleGroup(schema);
  }

  public static MessageType schema(String schema) {
    return MessageTypeParser.parseMessageType(schema);
  }

  /** Writes rows of one schema; a page holds about a dozen documents. */
  public Path write(Path file, MessageType schema, List<Group> rows) throws IOException {
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(schema)
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new TestingCodecs())
            .withCompressionCodec(codec)
            .withWriterVersion(version)
            .withDictionaryEncoding(dictionary)
            .withMinRowCountForPageSizeCheck(12)
            .withPageRowCountLimit(12)
            .withRowGroupRowCountLimit(rowsPerGroup)
            .withPageWriteChecksumEnabled(checksums)
            .withWriteMode(Mode.OVERWRITE)
            .build()) {
      for (Group row : rows) {
        writer.write(row);
      }
    }
    return file;
  }
}
