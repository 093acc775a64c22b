package dev.sluice.sink;

import dev.sluice.storage.output.Compaction;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.ForgottenDumps;
import dev.sluice.storage.output.Manifests.ListedShard;
import dev.sluice.storage.output.MergedShard;
import dev.sluice.storage.output.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Makes full shards of small ones, in rounds that bound how much is there twice. In each round the
 * merged shards are written, get their names, and are recorded; then they count, manifests and
 * lists say so, and what they replace is deleted. Killed anywhere, the next call goes on and ends
 * with the same bytes.
 *
 * <p>Only one at a time may compact an output, and no reset may begin or be on its way meanwhile.
 * Sinks may run.
 */
public final class Compactor {
  private static final long ROUND_BYTES = 8L << 30;

  private final SinkSettings settings;
  private final CutLogs logs;
  private final Sealer sealer;
  private final long roundBytes;

  /**
   * A compactor of an output.
   *
   * @param settings whose instance nobody else is
   */
  public Compactor(SinkSettings settings, CutLogs logs) {
    this(settings, logs, ROUND_BYTES);
  }

  Compactor(SinkSettings settings, CutLogs logs, long roundBytes) {
    this.settings = settings;
    this.logs = logs;
    this.sealer = new Sealer(settings, logs, List::of);
    this.roundBytes = roundBytes;
  }

  /** Told of what was done. */
  @FunctionalInterface
  public interface Progress {
    /**
     * Told of each merged shard that was written.
     *
     * @param done shards merged into it and those before
     * @param shards in all
     */
    void merged(int done, int shards);
  }

  /**
   * What a compaction has done.
   *
   * @param shards that went
   * @param bytes of them
   * @param merged that came
   * @param mergedBytes of them
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
   * What would be merged; changes nothing.
   *
   * @param belowBytes only smaller shards are
   */
  public CompactionPlan plan(long belowBytes) throws IOException {
    return CompactionPlan.of(logs.manifests(), belowBytes, settings.maxFileBytes());
  }

  /** The labels of resets that some partitions have cut at and others not: they go first. */
  public List<String> resetsOnTheirWay() throws IOException {
    ForgottenDumps forgotten = logs.manifests().forgotten();
    return forgotten.arrived().stream()
        .filter(reset -> !forgotten.isComplete(reset.reset()))
        .map(reset -> reset.dump())
        .toList();
  }

  /**
   * Finishes what a killed compaction has left, and merges.
   *
   * @param belowBytes only smaller shards are merged
   * @throws IOException when a shard cannot be read or is not what was cut, or the disk is full: it
   *     is as if the round that met it had not begun
   */
  public Result run(long belowBytes, Progress progress) throws IOException, InterruptedException {
    settings.publication().clear();
    deleteUnrecorded();
    sealer.sealAll();
    CompactionPlan plan = plan(belowBytes);
    Result result = new Result(0, 0, 0, 0);
    for (List<CompactionPlan.Merge> round : rounds(plan.merges())) {
      int before = result.shards();
      Compaction compaction = write(round, done -> progress.merged(before + done, plan.shards()));
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

  /** Told how many shards of a round are in merged ones. */
  @FunctionalInterface
  private interface RoundProgress {
    void merged(int shards);
  }

  private Compaction write(List<CompactionPlan.Merge> round, RoundProgress progress)
      throws IOException, InterruptedException {
    long number = logs.compactions().read().size() + 1L;
    ShardMerge merging = new ShardMerge(settings);
    List<FinishedShard> finished = new ArrayList<>();
    int done = 0;
    try {
      for (CompactionPlan.Merge merge : round) {
        finished.add(merging.write(merge, number));
        done += merge.shards().size();
        progress.merged(done);
      }
      publish(finished);
    } finally {
      finished.forEach(FinishedShard::discard);
    }
    Compaction compaction = compaction(number, round, finished);
    logs.compactions().append(compaction, settings.publication());
    return compaction;
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

  /** All of them or, where one fails, none: who reads directories would see rows twice. */
  private void publish(List<FinishedShard> finished) throws IOException {
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
    } catch (IOException e) {
      deleteUnrecorded();
      throw e;
    }
  }

  /**
   * Deletes what has the name of a compaction that was never recorded: all its rows are elsewhere.
   * To be called only while no compaction can be under way.
   */
  public void deleteUnrecorded() throws IOException {
    int recorded = logs.compactions().read().size();
    if (!Files.isDirectory(settings.layout().shards())) {
      return;
    }
    List<Path> left;
    try (Stream<Path> files = Files.walk(settings.layout().shards())) {
      left =
          files
              .filter(Files::isRegularFile)
              .filter(file -> compactionOf(file).orElse(0) > recorded)
              .toList();
    }
    for (Path file : left) {
      Files.deleteIfExists(file);
    }
  }

  private OptionalLong compactionOf(Path file) {
    Path relative = settings.layout().root().relativize(file);
    return CutFile.compactionOf(relative.toString().replace('\\', '/'));
  }
}
