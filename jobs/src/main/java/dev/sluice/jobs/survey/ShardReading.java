package dev.sluice.jobs.survey;

import dev.sluice.core.work.OrderedWork;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.survey.SealedOutput.SealedShard;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.source.ParquetSource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Reads the values of all shards of an output, on several threads. The result does not depend on
 * their number.
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
   * The values of all shards; empty if shards have no texts or no scores.
   *
   * @param threads 1 or more; each needs memory for a row group
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
}
