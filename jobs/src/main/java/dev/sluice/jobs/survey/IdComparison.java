package dev.sluice.jobs.survey;

import dev.sluice.core.Bucket;
import dev.sluice.jobs.survey.IdComparison.IdChanges.Move;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.validate.output.KeyTable;
import dev.sluice.jobs.validate.output.SealedOutput;
import dev.sluice.jobs.validate.output.SealedOutput.SealedShard;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.source.ParquetSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Compares the ids of two outputs. The result is exact, except for collisions of the 128-bit hashes
 * that stand for ids other than UUIDs. If the ids do not fit into memory, both outputs are read
 * several times, each time for a part of the ids; the result is the same. Documents with the same
 * id in the same bucket count once.
 *
 * <p>Memory: 38 bytes for each distinct id of a pass; more if there are more than 64 buckets. Used
 * by one thread.
 */
public final class IdComparison {
  private static final ColumnMapping IDS = ColumnMapping.ofShard(List.of(ColumnRole.ID));

  private final List<SealedOutput> outputs;
  private final JobProgress progress;

  /** Names of the buckets of both outputs. */
  private final List<String> buckets;

  /**
   * Number of words that the table uses for the buckets of an id in one output, one bit for each
   * bucket.
   */
  private final int words;

  private final KeyTable.IdKey.Maker keys = new KeyTable.IdKey.Maker();
  private final SortedMap<String, SortedMap<String, Long>> changed = new TreeMap<>();
  private long kept;

  private IdComparison(SealedOutput before, SealedOutput after, JobProgress progress) {
    this.outputs = List.of(before, after);
    this.progress = progress;
    Set<String> all = new LinkedHashSet<>();
    outputs.forEach(each -> each.content().buckets().stream().map(Bucket::name).forEach(all::add));
    this.buckets = List.copyOf(all);
    this.words = (buckets.size() + Long.SIZE - 1) / Long.SIZE;
  }

  /**
   * Compares two outputs.
   *
   * @param memoryBytes memory for the table of ids, positive
   * @throws JobRefusedException if the shards of an output have no ids
   * @throws IOException if a shard cannot be read
   * @throws InterruptedException if this thread is interrupted
   */
  public static IdChanges compare(
      SealedOutput before, SealedOutput after, long memoryBytes, JobProgress progress)
      throws IOException, InterruptedException {
    return new IdComparison(before, after, progress).compare(memoryBytes);
  }

  private IdChanges compare(long memoryBytes) throws IOException, InterruptedException {
    outputs.forEach(IdComparison::requireIds);
    long ids = outputs.stream().mapToLong(IdComparison::documents).sum();
    KeyTable table = new KeyTable(2 * words, ids, memoryBytes);
    for (int pass = 0; pass < table.passes(); pass++) {
      table.begin(pass);
      for (int side = 0; side < outputs.size(); side++) {
        read(side, table);
      }
      table.forEach((key, slot) -> judge(table, slot));
    }
    return changes();
  }

  private static void requireIds(SealedOutput output) {
    if (!output.content().has(ColumnRole.ID)) {
      throw new JobRefusedException(
          "%s: the shards have only the columns %s; without the column id, outputs cannot be compared"
              .formatted(output.root(), output.content().columns()));
    }
  }

  private static long documents(SealedOutput output) {
    return output.shards().stream().mapToLong(shard -> shard.file().rows()).sum();
  }

  private void read(int side, KeyTable table) throws IOException, InterruptedException {
    SealedOutput output = outputs.get(side);
    JobPhase phase =
        JobPhase.ofItems(side == 0 ? "reading the first output" : "reading the second output");
    List<SealedShard> shards = output.shards();
    long rows = 0;
    for (int i = 0; i < shards.size(); i++) {
      SealedShard shard = shards.get(i);
      int bit = buckets.indexOf(output.content().buckets().get(shard.bucket()).name());
      Path file = output.root().resolve(shard.file().path());
      ParquetSource source = ParquetSource.open(file, IDS, FieldRules.OF_SHARDS);
      source.read(
          row -> {
            KeyTable.IdKey key = keys.of(0, row.requireId(file));
            if (table.isOfThisPass(key)) {
              add(table, key, side, bit);
            }
          });
      rows += shard.file().rows();
      progress.reached(new JobPosition(phase, i + 1L, shards.size(), rows, shard.file().path()));
    }
  }

  private void add(KeyTable table, KeyTable.IdKey key, int side, int bit) {
    table.add(key);
    int slot = table.find(key);
    int word = side * words + bit / Long.SIZE;
    table.set(slot, word, table.value(slot, word) | 1L << bit % Long.SIZE);
  }

  private void judge(KeyTable table, int slot) {
    List<String> from = buckets(table, slot, 0);
    List<String> to = buckets(table, slot, 1);
    if (from.equals(to)) {
      kept++;
    } else {
      changed.computeIfAbsent(name(from), any -> new TreeMap<>()).merge(name(to), 1L, Long::sum);
    }
  }

  private List<String> buckets(KeyTable table, int slot, int side) {
    List<String> found = new ArrayList<>();
    for (int bit = 0; bit < buckets.size(); bit++) {
      if ((table.value(slot, side * words + bit / Long.SIZE) >>> bit % Long.SIZE & 1) == 1) {
        found.add(buckets.get(bit));
      }
    }
    return found;
  }

  private static String name(List<String> buckets) {
    return switch (buckets.size()) {
      case 0 -> IdChanges.NONE;
      case 1 -> buckets.get(0);
      default -> IdChanges.SEVERAL;
    };
  }

  private IdChanges changes() {
    List<Move> moves = new ArrayList<>();
    changed.forEach((from, all) -> all.forEach((to, ids) -> moves.add(new Move(from, to, ids))));
    moves.sort(Comparator.comparingLong(Move::ids).reversed()); // ties stay ordered by name
    long all = moves.stream().mapToLong(Move::ids).sum();
    long gained =
        moves.stream().filter(m -> m.from().equals(IdChanges.NONE)).mapToLong(Move::ids).sum();
    long lost =
        moves.stream().filter(m -> m.to().equals(IdChanges.NONE)).mapToLong(Move::ids).sum();
    return new IdChanges(kept, all - gained - lost, lost, gained, moves);
  }

  /**
   * The differences between the ids of two outputs.
   *
   * @param kept number of ids that are in the same buckets
   * @param moved number of ids that are in both outputs, but in different buckets
   * @param lost number of ids that are only in the first output
   * @param gained number of ids that are only in the second output
   * @param moves all moves, including lost and gained ids, the most frequent first
   */
  public record IdChanges(long kept, long moved, long lost, long gained, List<Move> moves) {
    /** Replaces a bucket if the id is not in the output. */
    public static final String NONE = "no bucket";

    /** Replaces a bucket if the id is in more than one bucket. */
    public static final String SEVERAL = "several buckets";

    /**
     * The number of ids that moved from one bucket to another.
     *
     * @param from name of the bucket in the first output, {@link #NONE} or {@link #SEVERAL}
     * @param to the same for the second output
     */
    public record Move(String from, String to, long ids) {}

    /** Copies the list. */
    public IdChanges {
      moves = List.copyOf(moves);
    }
  }
}
