package dev.sluice.jobs.generate;

import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.write.PageCompressor;
import dev.sluice.storage.write.ShardCompression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter.Mode;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;

/**
 * Writes planned files, each under a temporary name until it is complete. Memory: a row group of a
 * thousand rows.
 */
final class SyntheticFileWriter {
  /** As in FineWeb-Edu's files. */
  private static final int ROWS_PER_ROW_GROUP = 1000;

  private final Path output;
  private final SyntheticDocuments documents;

  SyntheticFileWriter(Path output, SyntheticDocuments documents) {
    this.output = output;
    this.documents = documents;
  }

  /** Writes a file and returns its size; leaves nothing if it fails. */
  long write(SyntheticFile file) throws IOException {
    Path target = output.resolve(file.path());
    TemporaryFile temporary = new TemporaryFile(target);
    Files.createDirectories(target.getParent());
    try {
      writeRows(file, temporary.path());
      temporary.publish();
    } catch (IOException | RuntimeException e) {
      deleteAfter(e, temporary.path());
      throw e;
    }
    return Files.size(target);
  }

  private void writeRows(SyntheticFile file, Path temporary) throws IOException {
    try (ParquetWriter<SyntheticDocument> writer = new Builder(file, temporary).build()) {
      for (long i = 0; i < file.rows(); i++) {
        writer.write(documents.at(file.firstDocument() + i, file.dump()));
      }
    }
  }

  private static void deleteAfter(Exception failure, Path temporary) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private static final class Builder extends ParquetWriter.Builder<SyntheticDocument, Builder> {
    private final SyntheticFile file;

    Builder(SyntheticFile file, Path path) {
      super((OutputFile) new LocalOutputFile(path));
      this.file = file;
      withConf(new PlainParquetConfiguration());
      withWriteMode(Mode.OVERWRITE);
      withCodecFactory(new PageCompressor(ShardCompression.ZSTD, TableFormat.LEVEL));
      withCompressionCodec(CompressionCodecName.ZSTD);
      withRowGroupRowCountLimit(ROWS_PER_ROW_GROUP);
      withDictionaryEncoding("text", false);
      withDictionaryEncoding("id", false);
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<SyntheticDocument> getWriteSupport(ParquetConfiguration conf) {
      return new SyntheticWriteSupport(file);
    }

    @Override
    @Deprecated
    protected WriteSupport<SyntheticDocument> getWriteSupport(Configuration conf) {
      return new SyntheticWriteSupport(file);
    }
  }
}
