package dev.sluice.ingest;

import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;

import dev.sluice.storage.source.ColumnMapping;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter.Mode;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Types;

/** Writes source files: optional columns, not packed, row groups of a number of rows. */
public final class TestingSources {
  public static final ColumnMapping COLUMNS =
      new ColumnMapping(Optional.of("id"), "text", "score", Optional.of("dump"));

  private static final MessageType SCHEMA =
      Types.buildMessage()
          .optional(BINARY)
          .as(stringType())
          .named("text")
          .optional(BINARY)
          .as(stringType())
          .named("id")
          .optional(BINARY)
          .as(stringType())
          .named("dump")
          .optional(DOUBLE)
          .named("score")
          .named("schema");

  private static final List<String> DUMPS =
      List.of("CC-MAIN-2024-10", "CC-MAIN-2024-18", "not a dump");

  private TestingSources() {}

  /** A row of a source; what is empty is null in the file. */
  public record Row(
      Optional<String> id, Optional<byte[]> text, OptionalDouble score, Optional<String> dump) {
    public static Row of(String id, String text, double score) {
      return new Row(
          Optional.of(id),
          Optional.of(text.getBytes(StandardCharsets.UTF_8)),
          OptionalDouble.of(score),
          Optional.of("CC-MAIN-2024-10"));
    }
  }

  /** Rows of every kind there is: sound ones, and all that the rules drop or remark. */
  public static List<Row> rows(long seed, int count) {
    Random random = new Random(seed);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(row(random, "<urn:uuid:%d-%d>".formatted(seed, i)));
    }
    return rows;
  }

  private static Row row(Random random, String id) {
    String words = "Some words of row %s. ".formatted(id).repeat(1 + random.nextInt(20));
    int kind = random.nextInt(20);
    byte[] text =
        switch (kind) {
          case 0 -> new byte[0];
          case 1 -> " \n\u00a0\u3000".getBytes(StandardCharsets.UTF_8);
          case 2 -> "short".getBytes(StandardCharsets.UTF_8);
          case 3 -> new byte[] {'b', 'a', 'd', ' ', (byte) 0xFF, 't', 'e', 'x', 't', '!', '!'};
          default -> words.getBytes(StandardCharsets.UTF_8);
        };
    OptionalDouble score =
        switch (kind) {
          case 4 -> OptionalDouble.empty();
          case 5 -> OptionalDouble.of(Double.NaN);
          case 6 -> OptionalDouble.of(5.2);
          case 7 -> OptionalDouble.of(-1);
          default -> OptionalDouble.of(2.4 + random.nextInt(21) / 8.0);
        };
    return new Row(
        kind == 8 ? Optional.empty() : Optional.of(kind == 9 ? "" : id),
        kind == 10 ? Optional.empty() : Optional.of(text),
        score,
        kind == 11 ? Optional.empty() : Optional.of(DUMPS.get(random.nextInt(DUMPS.size()))));
  }

  public static Path write(Path file, List<Row> rows, int rowsPerGroup) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    try (ParquetWriter<Row> writer = new Builder(file, rowsPerGroup).build()) {
      for (Row row : rows) {
        writer.write(row);
      }
    }
    return file;
  }

  /** Spoils bytes from a part of the file on, never those of the footer's last kilobytes. */
  public static void spoil(Path file, double from) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int start = (int) (bytes.length * from);
    for (int i = start; i < start + 256; i++) {
      bytes[i] ^= (byte) 0xA5;
    }
    Files.write(file, bytes);
  }

  private static final class Builder extends ParquetWriter.Builder<Row, Builder> {
    Builder(Path path, int rowsPerGroup) {
      super((OutputFile) new LocalOutputFile(path));
      withConf(new PlainParquetConfiguration());
      withWriteMode(Mode.OVERWRITE);
      withCodecFactory(new Unpacked());
      withCompressionCodec(CompressionCodecName.UNCOMPRESSED);
      withRowGroupSize(1L << 40);
      withRowGroupRowCountLimit(rowsPerGroup);
      withDictionaryEncoding(false);
      withPageSize(64 << 10);
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<Row> getWriteSupport(ParquetConfiguration conf) {
      return new RowWriter();
    }

    @Override
    @Deprecated
    protected WriteSupport<Row> getWriteSupport(Configuration conf) {
      return new RowWriter();
    }
  }

  private static final class RowWriter extends WriteSupport<Row> {
    private RecordConsumer consumer;

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return new WriteContext(SCHEMA, java.util.Map.of());
    }

    @Override
    @Deprecated
    public WriteContext init(Configuration configuration) {
      return new WriteContext(SCHEMA, java.util.Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
      consumer = recordConsumer;
    }

    @Override
    public void write(Row row) {
      consumer.startMessage();
      row.text().ifPresent(text -> binary("text", Binary.fromConstantByteArray(text)));
      row.id().ifPresent(id -> binary("id", Binary.fromString(id)));
      row.dump().ifPresent(dump -> binary("dump", Binary.fromString(dump)));
      row.score()
          .ifPresent(
              score -> {
                consumer.startField("score", 3);
                consumer.addDouble(score);
                consumer.endField("score", 3);
              });
      consumer.endMessage();
    }

    private void binary(String column, Binary value) {
      int index = SCHEMA.getFieldIndex(column);
      consumer.startField(column, index);
      consumer.addBinary(value);
      consumer.endField(column, index);
    }
  }

  private static final class Unpacked implements CompressionCodecFactory {
    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codecName) {
      return new BytesInputCompressor() {
        @Override
        public BytesInput compress(BytesInput bytes) {
          return bytes;
        }

        @Override
        public CompressionCodecName getCodecName() {
          return codecName;
        }

        @Override
        public void release() {}
      };
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codecName) {
      throw new UnsupportedOperationException("only writes");
    }

    @Override
    public void release() {}
  }
}
