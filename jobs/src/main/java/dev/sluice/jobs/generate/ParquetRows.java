package dev.sluice.jobs.generate;

import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.write.PageCompressor;
import dev.sluice.storage.write.ShardCompression;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;

/**
 * Builds writers that write Parquet files row by row, compressed with zstd. Replaces an existing
 * file.
 *
 * @param <T> the type of a row
 */
final class ParquetRows<T> extends ParquetWriter.Builder<T, ParquetRows<T>> {
  private final WriteSupport.WriteContext context;
  private final Fields<T> fields;

  /** Passes the fields of a row to Parquet, in the order of the schema. */
  @FunctionalInterface
  interface Fields<T> {
    void write(T row, RecordConsumer consumer);
  }

  /**
   * @param labels the key-values of the footer
   */
  ParquetRows(Path path, MessageType schema, Map<String, String> labels, Fields<T> fields) {
    super((OutputFile) new LocalOutputFile(path));
    this.context = new WriteSupport.WriteContext(schema, labels);
    this.fields = fields;
    withConf(new PlainParquetConfiguration());
    withWriteMode(ParquetFileWriter.Mode.OVERWRITE);
    withCodecFactory(new PageCompressor(ShardCompression.ZSTD, TableFormat.LEVEL));
    withCompressionCodec(CompressionCodecName.ZSTD);
  }

  @Override
  protected ParquetRows<T> self() {
    return this;
  }

  @Override
  protected WriteSupport<T> getWriteSupport(ParquetConfiguration conf) {
    return new Support();
  }

  @Override
  @Deprecated
  protected WriteSupport<T> getWriteSupport(Configuration conf) {
    return new Support();
  }

  private final class Support extends WriteSupport<T> {
    private RecordConsumer consumer;

    @Override
    public String getName() {
      return "sluice";
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return context;
    }

    @Override
    @Deprecated
    public WriteContext init(Configuration configuration) {
      return context;
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
      this.consumer = recordConsumer;
    }

    @Override
    public void write(T row) {
      consumer.startMessage();
      fields.write(row, consumer);
      consumer.endMessage();
    }
  }
}
