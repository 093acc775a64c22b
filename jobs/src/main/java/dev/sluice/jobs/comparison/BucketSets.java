package dev.sluice.jobs.comparison;

import dev.sluice.core.Bucket;
import dev.sluice.jobs.survey.SealedOutput;
import dev.sluice.jobs.validate.output.KeyTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * In which buckets an id is, before and after, as bits in the values of a table. Buckets of the two
 * outputs with equal names are the same. Immutable.
 */
final class BucketSets {
  /** The ordinals of the first document of an id, plus 1, in each output. */
  private static final int ORDINALS = 2;

  private final List<String> names;
  private final int words;

  BucketSets(SealedOutput before, SealedOutput after) {
    Set<String> all = new LinkedHashSet<>(names(before));
    all.addAll(names(after));
    this.names = List.copyOf(all);
    this.words = (names.size() + Long.SIZE - 1) / Long.SIZE;
  }

  private static List<String> names(SealedOutput output) {
    return output.content().buckets().stream().map(Bucket::name).toList();
  }

  /** All buckets, those of the former output first. */
  List<String> names() {
    return names;
  }

  /** Number of values of each id. */
  int values() {
    return ORDINALS + 2 * words;
  }

  /**
   * Adds a document of an id.
   *
   * @param side 0 before, 1 after
   */
  void add(KeyTable table, int slot, int side, String bucket, long ordinal) {
    if (table.value(slot, side) == 0) {
      table.set(slot, side, ordinal + 1);
    }
    int bit = names.indexOf(bucket);
    int word = ORDINALS + side * words + bit / Long.SIZE;
    table.set(slot, word, table.value(slot, word) | 1L << bit % Long.SIZE);
  }

  /** The ordinal of the first document of an id; -1 if it is not in this output. */
  static long ordinal(KeyTable table, int slot, int side) {
    return table.value(slot, side) - 1;
  }

  /** Whether an id is in the same buckets on both sides. */
  boolean areEqual(KeyTable table, int slot) {
    for (int word = 0; word < words; word++) {
      if (table.value(slot, ORDINALS + word) != table.value(slot, ORDINALS + words + word)) {
        return false;
      }
    }
    return true;
  }

  /** The buckets of an id. */
  List<String> of(KeyTable table, int slot, int side) {
    List<String> found = new ArrayList<>();
    for (int bit = 0; bit < names.size(); bit++) {
      long word = table.value(slot, ORDINALS + side * words + bit / Long.SIZE);
      if ((word >>> bit % Long.SIZE & 1) == 1) {
        found.add(names.get(bit));
      }
    }
    return found;
  }
}
