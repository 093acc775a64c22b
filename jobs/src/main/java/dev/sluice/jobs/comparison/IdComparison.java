package dev.sluice.jobs.comparison;

import dev.sluice.jobs.survey.SealedOutput;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.validate.output.IdKey;
import dev.sluice.jobs.validate.output.KeyTable;
import dev.sluice.jobs.validate.output.Passes;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Compares the ids of two outputs, exactly (except for collisions of 128-bit hashes of ids that are
 * not UUIDs). If the ids do not fit into memory, it reads both outputs several times, each time for
 * a part of the ids; the result is the same. Documents of one id in one bucket count once.
 *
 * <p>Memory: 54 bytes for each different id of a pass, or more with more than 64 buckets. Used by
 * one thread.
 */
public final class IdComparison {
  /** This many examples of each kind are returned. */
  public static final int EXAMPLES = 50;

  private final SealedOutput before;
  private final SealedOutput after;
  private final JobProgress progress;
  private final BucketSets sets;
  private final IdKey.Maker keys = new IdKey.Maker();
  private final SortedMap<String, SortedMap<String, Long>> moved = new TreeMap<>();
  private final SortedMap<String, Long> lostBy = new TreeMap<>();
  private final SortedMap<String, Long> gainedBy = new TreeMap<>();
  private final FirstChanges firstLost = new FirstChanges(EXAMPLES);
  private final FirstChanges firstGained = new FirstChanges(EXAMPLES);
  private final FirstChanges firstMoved = new FirstChanges(EXAMPLES);
  private long kept;
  private long lost;
  private long gained;

  private IdComparison(SealedOutput before, SealedOutput after, JobProgress progress) {
    this.before = before;
    this.after = after;
    this.progress = progress;
    this.sets = new BucketSets(before, after);
  }

  /**
   * Compares two outputs.
   *
   * @param memoryBytes for the table of ids, positive
   * @throws dev.sluice.jobs.text.JobRefusedException if the shards of one have no ids
   * @throws IOException if a shard cannot be read
   * @throws InterruptedException if this thread is interrupted
   */
  public static IdChanges compare(
      SealedOutput before, SealedOutput after, long memoryBytes, JobProgress progress)
      throws IOException, InterruptedException {
    return new IdComparison(before, after, progress).compare(memoryBytes);
  }

  private IdChanges compare(long memoryBytes) throws IOException, InterruptedException {
    IdScan former = new IdScan(before, "reading the first output", progress);
    IdScan latter = new IdScan(after, "reading the second output", progress);
    long ids = former.documents() + latter.documents();
    int passes = Passes.of(ids, sets.values(), memoryBytes);
    for (int pass = 0; pass < passes; pass++) {
      KeyTable table = new KeyTable(sets.values(), ids / passes);
      add(table, former, before, 0, pass, passes);
      add(table, latter, after, 1, pass, passes);
      table.forEach((key, slot) -> judge(table, slot));
    }
    return new IdChanges(
        sets.names(),
        kept,
        lost,
        gained,
        moved,
        lostBy,
        gainedBy,
        firstLost.read(former),
        firstGained.read(latter),
        firstMoved.read(former));
  }

  private void add(KeyTable table, IdScan scan, SealedOutput output, int side, int pass, int passes)
      throws IOException, InterruptedException {
    scan.read(
        (shard, ordinal, id) -> {
          IdKey key = keys.of(0, id);
          if (key.part(passes) == pass) {
            table.add(key);
            String bucket = output.content().buckets().get(shard.bucket()).name();
            sets.add(table, table.find(key), side, bucket, ordinal);
          }
        });
  }

  private void judge(KeyTable table, int slot) {
    long was = BucketSets.ordinal(table, slot, 0);
    long is = BucketSets.ordinal(table, slot, 1);
    if (was >= 0 && is >= 0 && sets.areEqual(table, slot)) {
      kept++;
      return;
    }
    List<String> from = sets.of(table, slot, 0);
    List<String> to = sets.of(table, slot, 1);
    if (is < 0) {
      lost++;
      lostBy.merge(name(from), 1L, Long::sum);
      firstLost.offer(was, from, to);
    } else if (was < 0) {
      gained++;
      gainedBy.merge(name(to), 1L, Long::sum);
      firstGained.offer(is, from, to);
    } else {
      moved.computeIfAbsent(name(from), any -> new TreeMap<>()).merge(name(to), 1L, Long::sum);
      firstMoved.offer(was, from, to);
    }
  }

  private static String name(List<String> buckets) {
    return buckets.size() == 1 ? buckets.get(0) : IdChanges.SEVERAL;
  }
}
