package dev.sluice.jobs.tokenizer;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import dev.sluice.core.IntList;
import dev.sluice.jobs.text.ParquetRows;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.jobs.tokenizer.TokenizeJob.TokenBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Types;

/**
 * Writes ids to Parquet with two columns. {@code row} (int64) is the index of the document's row in
 * its source, and {@code input_ids} (list of int32) has the ids. Memory: a row group of at most 32
 * MiB of ids.
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
    this.writer =
        new ParquetRows<Document>(file.path(), SCHEMA, Map.of(), ParquetTokens::write)
            .withRowGroupSize((long) ROW_GROUP_BYTES)
            .build();
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

  private static void write(Document document, RecordConsumer consumer) {
    TokenBatch batch = document.batch();
    consumer.startField("row", 0);
    consumer.addLong(batch.row(document.number()));
    consumer.endField("row", 0);
    consumer.startField("input_ids", 1);
    consumer.startGroup();
    int from = batch.from(document.number());
    int to = batch.to(document.number());
    if (from < to) {
      ids(batch.ids(), from, to, consumer);
    }
    consumer.endGroup();
    consumer.endField("input_ids", 1);
  }

  private static void ids(IntList ids, int from, int to, RecordConsumer consumer) {
    consumer.startField("list", 0);
    for (int i = from; i < to; i++) {
      consumer.startGroup();
      consumer.startField("element", 0);
      consumer.addInteger(ids.get(i));
      consumer.endField("element", 0);
      consumer.endGroup();
    }
    consumer.endField("list", 0);
  }
}
