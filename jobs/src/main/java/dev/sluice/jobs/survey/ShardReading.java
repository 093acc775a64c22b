package dev.sluice.jobs.survey;

import dev.sluice.core.work.OrderedWork;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.analyze.NumberSketch;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.validate.output.SealedOutput;
import dev.sluice.jobs.validate.output.SealedOutput.SealedShard;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.source.ParquetSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Reads the values of all shards of an output on several threads. The result does not depend on the
 * number of threads.
 */
public final class ShardReading {
  private static final JobPhase SHARDS = JobPhase.ofItems("reading shards");

  private final SealedOutput output;
  private final JobProgress progress;

  private ShardReading(SealedOutput output, JobProgress progress) {
    this.output = output;
    this.progress = progress;
  }

  /**
   * Reads the values of all shards. The result is empty if the shards have no texts or no scores.
   *
   * @param threads number of threads, 1 or more; each needs memory for a row group
   * @throws dev.sluice.storage.page.SourceFormatException if a shard is broken
   * @throws IOException if a shard cannot be read
   * @throws InterruptedException if this thread is interrupted
   */
  public static Optional<ShardValues> read(SealedOutput output, int threads, JobProgress progress)
      throws IOException, InterruptedException {
    return output.content().shardMapping().isEmpty()
        ? Optional.empty()
        : Optional.of(new ShardReading(output, progress).read(threads));
  }

  private ShardValues read(int threads) throws IOException, InterruptedException {
    ColumnMapping columns = ColumnMapping.ofShard(List.of(ColumnRole.TEXT, ColumnRole.SCORE));
    ShardValues all = new ShardValues(output.content().buckets().size());
    List<SealedShard> shards = output.shards();
    try (WorkerPool workers = new WorkerPool("report", threads)) {
      OrderedWork work = new OrderedWork(workers, 2L * threads);
      for (int i = 0; i < shards.size(); i++) {
        SealedShard shard = shards.get(i);
        int number = i + 1;
        work.submit(
            1,
            () -> values(shard, columns),
            values -> {
              all.add(values);
              progress.reached(
                  new JobPosition(SHARDS, number, shards.size(), 0, shard.file().path()));
            });
      }
      work.finish();
    }
    return all;
  }

  private ShardValues values(SealedShard shard, ColumnMapping columns)
      throws IOException, InterruptedException {
    ShardValues values = new ShardValues(output.content().buckets().size());
    ParquetSource source =
        ParquetSource.open(
            output.root().resolve(shard.file().path()), columns, FieldRules.OF_SHARDS);
    source.read(row -> values.document(shard.bucket(), row.score(), row.textLength()));
    return values;
  }

  /**
   * Distributions of the values in shards. Values of consecutive shards are added in order. Memory:
   * a sketch for each bucket, and one for the scores. Not thread-safe.
   */
  public static final class ShardValues {
    private final List<NumberSketch> lengths = new ArrayList<>();
    private final NumberSketch scores = new NumberSketch();
    private final long[] textBytes;

    ShardValues(int buckets) {
      for (int bucket = 0; bucket < buckets; bucket++) {
        lengths.add(new NumberSketch());
      }
      this.textBytes = new long[buckets];
    }

    /** Adds a document. */
    void document(int bucket, double score, int bytes) {
      lengths.get(bucket).add(bytes);
      textBytes[bucket] += bytes;
      if (!Double.isNaN(score)) {
        scores.add(score);
      }
    }

    /** Adds the values of the next shards. */
    void add(ShardValues next) {
      for (int bucket = 0; bucket < lengths.size(); bucket++) {
        lengths.get(bucket).add(next.lengths.get(bucket));
        textBytes[bucket] += next.textBytes[bucket];
      }
      scores.add(next.scores);
    }

    /** Returns the lengths of texts in UTF-8 bytes, by bucket. */
    public List<NumberSketch> lengths() {
      return Collections.unmodifiableList(lengths);
    }

    /** Returns the size of all texts of a bucket. */
    public long textBytes(int bucket) {
      return textBytes[bucket];
    }

    /** Returns the scores of all documents. */
    public NumberSketch scores() {
      return scores;
    }
  }
}
