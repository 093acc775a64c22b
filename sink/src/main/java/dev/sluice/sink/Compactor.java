package dev.sluice.sink;

import dev.sluice.sink.RollingShardWriter.FinishedShard;
import dev.sluice.storage.output.Compaction;
import dev.sluice.storage.output.Compaction.MergedShard;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.Manifests.ListedShard;
import dev.sluice.storage.publish.OutputFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Merges small shards into full ones, in rounds. A round bounds how much extra disk is needed,
 * because the shards that it replaces are deleted only at its end.
 *
 * <p>In each round, the merged shards are written as temporary files, get their final names, and
 * are recorded in a {@link Compaction}. This record is the commit. Then manifests and the list of
 * shards are rewritten, and the replaced shards are deleted. After a kill at any point, the next
 * call continues and produces the same bytes.
 *
 * <p>Only one process at a time may compact an output, and no reset may be started or in progress.
 * Sinks may run. In an object store, a user may remove the lock of a process that is only
 * suspended, so a process checks its lock again before it records anything. No rows are lost in
 * this case either: before a process deletes merged shards that another process has not recorded,
 * it reserves the number of their record, so that the other process can no longer record them.
 */
public final class Compactor {
  private static final long ROUND_BYTES = 8L << 30;

  private final SinkSettings settings;
  private final CutLogs logs;
  private final Sealer sealer;
  private final long roundBytes;
  private final Leftovers leftovers;
  private final ShardReplacement replacement;

  /** The lock that excludes other compactions and resets. */
  @FunctionalInterface
  public interface Lock {
    /**
     * Checks that the lock is still held.
     *
     * @throws IOException if it was removed
     */
    void require() throws IOException;
  }

  /** Creates a compactor that only plans. */
  public Compactor(SinkSettings settings, CutLogs logs) {
    this(settings, logs, () -> {});
  }

  /**
   * Creates a compactor of an output.
   *
   * @param settings settings with an instance id that no other process uses
   * @param lock lock, which is held as long as the compactor is in use
   */
  public Compactor(SinkSettings settings, CutLogs logs, Lock lock) {
    this(settings, logs, ROUND_BYTES, !OutputFiles.areLocal(settings.layout().root()), lock);
  }

  /**
   * @param takesNumbers whether another process may still be at work; not on a disk, where the lock
   *     of a process lasts exactly as long as the process
   */
  Compactor(SinkSettings settings, CutLogs logs, long roundBytes, boolean takesNumbers, Lock lock) {
    this.settings = settings;
    this.logs = logs;
    this.sealer = new Sealer(settings, logs, List::of);
    this.roundBytes = roundBytes;
    this.leftovers = new Leftovers(settings, logs, takesNumbers);
    this.replacement = new ShardReplacement(settings, logs, leftovers, lock);
  }

  /** Receives progress. */
  @FunctionalInterface
  public interface Progress {
    /**
     * Called after each merged shard is written.
     *
     * @param done number of shards merged so far
     * @param shards number of shards to be merged
     */
    void merged(int done, int shards);
  }

  /**
   * The result of a compaction.
   *
   * @param shards number of shards that were replaced
   * @param bytes total size of the shards
   * @param merged number of merged shards
   * @param mergedBytes total size of these shards
   */
  public record Result(int shards, long bytes, int merged, long mergedBytes) {
    private Result plus(Compaction compaction, List<CompactionPlan.Merge> merges) {
      return new Result(
          shards + merges.stream().mapToInt(merge -> merge.shards().size()).sum(),
          bytes + merges.stream().mapToLong(CompactionPlan.Merge::bytes).sum(),
          merged + merges.size(),
          mergedBytes
              + compaction.merges().stream().mapToLong(merge -> merge.file().bytes()).sum());
    }
  }

  /**
   * Plans what to merge. Changes nothing.
   *
   * @param belowBytes only shards smaller than this are merged
   */
  public CompactionPlan plan(long belowBytes) throws IOException {
    return CompactionPlan.of(logs.manifests(), belowBytes, settings.output().maxFileBytes());
  }

  /**
   * Finishes or undoes a killed compaction, then merges shards.
   *
   * @param belowBytes only shards smaller than this are merged
   * @throws IOException if a shard cannot be read or has changed since it was cut, or if the disk
   *     is full. The round in which this happens has no effect; earlier rounds stay
   */
  public Result run(long belowBytes, Progress progress) throws IOException, InterruptedException {
    settings.publication().clear();
    deleteUnrecorded();
    sealer.sealAll();
    // Read before planning: a process that records something else meanwhile takes the number.
    long number = logs.compactions().read().size();
    CompactionPlan plan = plan(belowBytes);
    Result result = new Result(0, 0, 0, 0);
    for (List<CompactionPlan.Merge> round : rounds(plan.merges())) {
      int before = result.shards();
      Compaction compaction =
          write(++number, round, done -> progress.merged(before + done, plan.shards()));
      result = result.plus(compaction, round);
      sealer.sealAll();
    }
    return result;
  }

  private List<List<CompactionPlan.Merge>> rounds(List<CompactionPlan.Merge> merges) {
    List<List<CompactionPlan.Merge>> rounds = new ArrayList<>();
    List<CompactionPlan.Merge> open = new ArrayList<>();
    long bytes = 0;
    for (CompactionPlan.Merge merge : merges) {
      if (!open.isEmpty() && bytes + merge.bytes() > roundBytes) {
        rounds.add(open);
        open = new ArrayList<>();
        bytes = 0;
      }
      open.add(merge);
      bytes += merge.bytes();
    }
    if (!open.isEmpty()) {
      rounds.add(open);
    }
    return rounds;
  }

  private Compaction write(long number, List<CompactionPlan.Merge> round, IntConsumer merged)
      throws IOException, InterruptedException {
    ShardMerge merging = new ShardMerge(settings.output());
    List<FinishedShard> finished = new ArrayList<>();
    int done = 0;
    try {
      for (CompactionPlan.Merge merge : round) {
        finished.add(merging.write(merge, number));
        done += merge.shards().size();
        merged.accept(done);
      }
      Compaction compaction = compaction(number, round, finished);
      replacement.commit(compaction, finished);
      return compaction;
    } finally {
      finished.forEach(FinishedShard::discard);
    }
  }

  private static Compaction compaction(
      long number, List<CompactionPlan.Merge> round, List<FinishedShard> finished) {
    List<MergedShard> merges = new ArrayList<>();
    for (int i = 0; i < round.size(); i++) {
      List<String> replaced =
          round.get(i).shards().stream().map(ListedShard::file).map(CutFile::path).toList();
      merges.add(new MergedShard(finished.get(i).file(), replaced));
    }
    return Compaction.merging(number, merges);
  }

  /**
   * Deletes shards that killed processes have published but not recorded. Their rows are also in
   * other shards. On a disk, call this only while no compaction can be running, because its shards
   * look like those of a compaction that was killed before it wrote its record.
   */
  public void deleteUnrecorded() throws IOException {
    leftovers.deleteAll();
  }
}
