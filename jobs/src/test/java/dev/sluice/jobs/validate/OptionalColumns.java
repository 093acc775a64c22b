package dev.sluice.jobs.validate;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetFileWriter.Mode;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Writes what a shard must not be: columns that may be null, and some that are. */
final class OptionalColumns {
  private OptionalColumns() {}

  /** Rows 10, 20 and 30 lack id, text and score. */
  static void write(Path file, int rows) throws IOException {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message document { optional binary id (STRING); optional binary text (STRING);"
                + " optional double score; }");
    SimpleGroupFactory groups = new SimpleGroupFactory(schema);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(schema)
            .withWriteMode(Mode.OVERWRITE)
            .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
            .build()) {
      for (int row = 0; row < rows; row++) {
        Group group = groups.newGroup();
        if (row != 10) {
          group.add("id", "id-" + row);
        }
        if (row != 20) {
          group.add("text", "Another text, " + row);
        }
        if (row != 30) {
          group.add("score", 3.25);
        }
        writer.write(group);
      }
    }
  }
}
