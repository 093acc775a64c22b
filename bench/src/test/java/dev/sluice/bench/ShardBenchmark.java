package dev.sluice.bench;

import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.shard.ShardWriter;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.write.ShardCompression;
import java.io.IOException;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Documents to the pages of a file and back, of each the share of one in a file of {@link
 * Documents#COUNT}. Writing is measured up to the file's last row group: neither its footer nor its
 * way to the disk, which {@code close} would wait for.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ShardBenchmark {
  private static final int LEVEL = 3;

  @Param({"ZSTD", "NONE"})
  private ShardCompression compression;

  private ShardFormat format;
  private Path written;

  /** Writes the file that is read. */
  @Setup
  public void prepare(Documents documents) throws IOException {
    int level = compression == ShardCompression.ZSTD ? LEVEL : 0;
    format = new ShardFormat(ColumnRole.FIELDS, compression, level, 1 << 20, 8 << 20);
    written = documents.directory().resolve("written.parquet");
    write(documents, written).close(new TreeMap<>());
  }

  private ShardWriter write(Documents documents, Path file) throws IOException {
    ShardWriter writer = new ShardWriter(format, file);
    for (ShardRow row : documents.rows()) {
      writer.write(row);
    }
    writer.flushRowGroup();
    return writer;
  }

  /** To pages. */
  @Benchmark
  @OperationsPerInvocation(Documents.COUNT)
  public long write(Documents documents) throws IOException {
    ShardWriter writer = write(documents, documents.directory().resolve("new.parquet"));
    writer.discard();
    return writer.rows();
  }

  /** From pages, all columns; the text is looked at, not copied. */
  @Benchmark
  @OperationsPerInvocation(Documents.COUNT)
  public void read(Blackhole blackhole) throws IOException, InterruptedException {
    ParquetSource source = ParquetSource.open(written, Documents.COLUMNS);
    for (int group = 0; group < source.rowGroups(); group++) {
      source.read(
          group,
          row -> {
            blackhole.consume(row.id());
            blackhole.consume(row.score());
            blackhole.consume(row.textBytes());
          });
    }
  }
}
