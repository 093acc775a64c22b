package dev.sluice.jobs.comparison;

import dev.sluice.jobs.survey.SealedOutput;
import dev.sluice.jobs.survey.SealedOutput.SealedShard;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.source.ParquetSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Reads the ids of an output, and nothing else, in the order of its shards. */
final class IdScan {
  private static final ColumnMapping IDS = ColumnMapping.ofShard(List.of(ColumnRole.ID));

  private final SealedOutput output;
  private final JobProgress progress;
  private final JobPhase phase;

  /** Receives ids. */
  @FunctionalInterface
  interface IdConsumer {
    /**
     * Receives an id.
     *
     * @param ordinal number of the document in the output, from 0
     */
    void accept(SealedShard shard, long ordinal, byte[] id);
  }

  /**
   * @param phase name of it for people
   * @throws JobRefusedException if the shards have no ids
   */
  IdScan(SealedOutput output, String phase, JobProgress progress) {
    if (!output.content().has(ColumnRole.ID)) {
      throw new JobRefusedException(
          "%s: its shards have only the columns %s; without id they cannot be compared"
              .formatted(output.root(), output.content().columns()));
    }
    this.output = output;
    this.progress = progress;
    this.phase = JobPhase.ofItems(phase);
  }

  /** Number of documents. */
  long documents() {
    return output.shards().stream().mapToLong(shard -> shard.file().rows()).sum();
  }

  /**
   * Reads all ids.
   *
   * @throws IOException if a shard cannot be read
   */
  void read(IdConsumer consumer) throws IOException, InterruptedException {
    List<SealedShard> shards = output.shards();
    long ordinal = 0;
    for (int i = 0; i < shards.size(); i++) {
      SealedShard shard = shards.get(i);
      read(shard, ordinal, consumer);
      ordinal += shard.file().rows();
      progress.reached(new JobPosition(phase, i + 1L, shards.size(), ordinal, shard.file().path()));
    }
  }

  private void read(SealedShard shard, long first, IdConsumer consumer)
      throws IOException, InterruptedException {
    Path file = output.root().resolve(shard.file().path());
    ParquetSource source = ParquetSource.open(file, IDS, FieldRules.OF_SHARDS);
    for (int group = 0; group < source.rowGroups(); group++) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      source.read(group, row -> consumer.accept(shard, first + row.row(), row.requireId(file)));
    }
  }
}
