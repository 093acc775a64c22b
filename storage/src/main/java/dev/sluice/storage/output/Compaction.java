package dev.sluice.storage.output;

import java.util.List;

/**
 * What a compaction made of many small shards. Once the record is there, the merged shards count
 * and what they replace does not: they have their names before, and the others are deleted
 * afterwards. Written once, never changed; cut records stay what they are.
 *
 * @param format of this record, 1
 * @param number 1, 2, ... within the output
 * @param merges by bucket, dump and rank
 */
public record Compaction(int format, long number, List<MergedShard> merges) {
  /** The only format there is. */
  public static final int FORMAT = 1;

  /** Checks the format: who does not know it must not delete by it. */
  public Compaction {
    if (format != FORMAT) {
      throw new IllegalArgumentException(
          "a compaction of format %d: this version knows %d".formatted(format, FORMAT));
    }
    merges = List.copyOf(merges);
  }
}
