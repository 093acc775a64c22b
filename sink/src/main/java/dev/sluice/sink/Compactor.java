package dev.sluice.sink;

import dev.sluice.sink.RollingShardWriter.FinishedShard;
import dev.sluice.storage.PermanentException;
import dev.sluice.storage.output.Compaction;
import dev.sluice.storage.output.Compaction.MergedShard;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.Manifests.ListedShard;
import dev.sluice.storage.publish.OutputFiles;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

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
  private final boolean takesNumbers;
  private final Lock lock;

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
    this.lock = lock;
    this.settings = settings;
    this.logs = logs;
    this.sealer = new Sealer(settings, logs, List::of);
    this.roundBytes = roundBytes;
    this.takesNumbers = takesNumbers;
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
      return publish(compaction(number, round, finished), finished);
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
    return new Compaction(Compaction.FORMAT, number, merges);
  }

  /**
   * Publishes and records either all merged shards or, after a failure, none of them. Otherwise,
   * readers that list directories would see rows twice until the next compaction.
   */
  private Compaction publish(Compaction compaction, List<FinishedShard> finished)
      throws IOException {
    Set<Path> directories = new TreeSet<>();
    try {
      for (FinishedShard shard : finished) {
        Path target = settings.layout().root().resolve(shard.file().path());
        settings.publication().publish(shard.temporary(), target, shard.file().sha256());
        directories.add(target.getParent());
      }
      for (Path directory : directories) {
        Publication.syncDirectory(directory);
      }
      lock.require();
      record(compaction);
      return compaction;
    } catch (IOException e) {
      deleteUnrecorded(number -> number == compaction.number());
      throw e;
    }
  }

  private void record(Compaction compaction) throws IOException {
    try {
      logs.compactions().append(compaction, settings.publication());
    } catch (FileAlreadyExistsException e) {
      throw (PermanentException)
          new PermanentException(
                  "another process is compacting or resetting this output and has created %s. No rows are lost. Wait until that process ends"
                      .formatted(e.getFile()))
              .initCause(e);
    }
  }

  /**
   * Deletes merged shards that no compaction has recorded. Their rows are also in the shards that
   * they were to replace. On a disk, call this only while no compaction can be running, because its
   * shards look like those of a compaction that was killed before it wrote its record.
   */
  public void deleteUnrecorded() throws IOException {
    deleteUnrecorded(number -> true);
  }

  private void deleteUnrecorded(LongPredicate numbers) throws IOException {
    List<Path> merged = merged(numbers);
    if (takesNumbers) {
      takeNumbers(merged);
    }
    Set<String> recorded = new HashSet<>();
    for (Compaction compaction : logs.compactions().read()) {
      compaction.merges().forEach(merge -> recorded.add(merge.file().path()));
    }
    for (Path file : merged) {
      if (!recorded.contains(settings.layout().relative(file))) {
        Files.deleteIfExists(file);
      }
    }
  }

  /**
   * Reserves the numbers of these shards, so that a process that has not recorded them yet cannot
   * do so any more.
   */
  private void takeNumbers(List<Path> merged) throws IOException {
    long last = 0;
    for (Path file : merged) {
      last = Math.max(last, compactionOf(file).orElseThrow());
    }
    for (long next = logs.compactions().read().size() + 1L; next <= last; next++) {
      logs.compactions().giveUp(next, settings.publication());
    }
  }

  /** Returns the existing merged shards of compactions with certain numbers. */
  private List<Path> merged(LongPredicate numbers) throws IOException {
    if (!Files.isDirectory(settings.layout().shards())) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(settings.layout().shards())) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> compactionOf(file).stream().anyMatch(numbers))
          .toList();
    }
  }

  private OptionalLong compactionOf(Path file) {
    return CutFile.compactionOf(settings.layout().relative(file));
  }
}
