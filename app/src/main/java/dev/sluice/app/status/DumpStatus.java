package dev.sluice.app.status;

import dev.sluice.app.monitor.SealedCounts;
import dev.sluice.core.BucketCounts;
import dev.sluice.storage.output.DumpManifest;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A sealed dump.
 *
 * @param counters over all buckets: rows read, and their outcomes
 * @param operators drops and rejects of operators, by outcome and reason
 * @param files number of its shards
 * @param bytes their size
 * @param buckets the rows of each bucket
 */
public record DumpStatus(
    SortedMap<String, Long> counters,
    SortedMap<String, SortedMap<String, Long>> operators,
    int files,
    long bytes,
    SortedMap<String, BucketStatus> buckets) {
  /**
   * A bucket of a dump.
   *
   * @param counts its rows by outcome
   * @param files number of its shards
   * @param bytes their size
   */
  public record BucketStatus(BucketCounts counts, int files, long bytes) {
    BucketStatus plus(BucketStatus other) {
      return new BucketStatus(counts.plus(other.counts), files + other.files, bytes + other.bytes);
    }
  }

  /** Copies the maps. */
  public DumpStatus {
    counters = Collections.unmodifiableSortedMap(new TreeMap<>(counters));
    operators = Collections.unmodifiableSortedMap(new TreeMap<>(operators));
    buckets = Collections.unmodifiableSortedMap(new TreeMap<>(buckets));
  }

  static DumpStatus of(DumpManifest manifest) {
    SortedMap<String, BucketStatus> buckets = new TreeMap<>();
    manifest
        .buckets()
        .forEach(
            (name, part) ->
                buckets.put(
                    name,
                    new BucketStatus(
                        SealedCounts.counts(part), part.files().size(), part.bytes())));
    return new DumpStatus(
        manifest.counters(),
        manifest.operators(),
        buckets.values().stream().mapToInt(BucketStatus::files).sum(),
        buckets.values().stream().mapToLong(BucketStatus::bytes).sum(),
        buckets);
  }
}
