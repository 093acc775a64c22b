package dev.sluice.jobs.tokenizer;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import dev.sluice.algorithms.bpe.TokenBuffer;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.write.PageCompressor;
import dev.sluice.storage.write.ShardCompression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter.Mode;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Types;

/**
 * Writes Parquet: {@code row} (int64), the row number of the document in its source, and {@code
 * input_ids} (list of int32). Memory: a row group of at most 32 MiB of ids.
 */
final class ParquetTokens implements TokenWriter {
  private static final int ROW_GROUP_BYTES = 32 << 20;

  private static final MessageType SCHEMA =
      Types.buildMessage()
          .required(INT64)
          .named("row")
          .requiredList()
          .requiredElement(INT32)
          .named("input_ids")
          .named("tokens");

  private final TemporaryFile file;
  private final ParquetWriter<Document> writer;

  /** A document of a batch. */
  private record Document(TokenBatch batch, int number) {}

  ParquetTokens(Path target) throws IOException {
    this.file = new TemporaryFile(target);
    Files.createDirectories(target.getParent());
    this.writer = new Builder(file.path()).build();
  }

  @Override
  public void write(TokenBatch batch) throws IOException {
    for (int document = 0; document < batch.documents(); document++) {
      writer.write(new Document(batch, document));
    }
  }

  @Override
  public void publish() throws IOException {
    writer.close();
    file.publish();
  }

  @Override
  public void discard() throws IOException {
    try {
      writer.close();
    } finally {
      Files.deleteIfExists(file.path());
    }
  }

  private static final class Builder extends ParquetWriter.Builder<Document, Builder> {
    Builder(Path path) {
      super((OutputFile) new LocalOutputFile(path));
      withConf(new PlainParquetConfiguration());
      withWriteMode(Mode.OVERWRITE);
      withCodecFactory(new PageCompressor(ShardCompression.ZSTD, TableFormat.LEVEL));
      withCompressionCodec(CompressionCodecName.ZSTD);
      withRowGroupSize((long) ROW_GROUP_BYTES);
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<Document> getWriteSupport(ParquetConfiguration conf) {
      return new Support();
    }

    @Override
    @Deprecated
    protected WriteSupport<Document> getWriteSupport(Configuration conf) {
      return new Support();
    }
  }

  private static final class Support extends WriteSupport<Document> {
    private RecordConsumer consumer;

    @Override
    public String getName() {
      return "sluice";
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return new WriteContext(SCHEMA, Map.of());
    }

    @Override
    @Deprecated
    public WriteContext init(Configuration configuration) {
      throw new UnsupportedOperationException("only ever asked with a ParquetConfiguration");
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
      this.consumer = recordConsumer;
    }

    @Override
    public void write(Document document) {
      TokenBatch batch = document.batch();
      consumer.startMessage();
      consumer.startField("row", 0);
      consumer.addLong(batch.row(document.number()));
      consumer.endField("row", 0);
      consumer.startField("input_ids", 1);
      consumer.startGroup();
      int from = batch.from(document.number());
      int to = batch.to(document.number());
      if (from < to) {
        ids(batch.ids(), from, to);
      }
      consumer.endGroup();
      consumer.endField("input_ids", 1);
      consumer.endMessage();
    }

    private void ids(TokenBuffer ids, int from, int to) {
      consumer.startField("list", 0);
      for (int i = from; i < to; i++) {
        consumer.startGroup();
        consumer.startField("element", 0);
        consumer.addInteger(ids.id(i));
        consumer.endField("element", 0);
        consumer.endGroup();
      }
      consumer.endField("list", 0);
    }
  }
}
