package dev.sluice.app.status;

import com.fasterxml.jackson.annotation.JsonInclude;
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
   * @param kept rows in its shards
   * @param duplicatesRemoved rows whose id was kept before
   * @param nearDuplicatesRemoved rows of which an earlier document is a near-duplicate; not in JSON
   *     if 0
   * @param sampledOut rows dropped by sampling
   * @param invalidText rows that are in the rejects
   * @param operatorDropped rows dropped by an operator
   * @param rejected rows on which an operator failed; they are in the rejects
   * @param files number of its shards
   * @param bytes their size
   */
  public record BucketStatus(
      long kept,
      long duplicatesRemoved,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) long nearDuplicatesRemoved,
      long sampledOut,
      long invalidText,
      long operatorDropped,
      long rejected,
      int files,
      long bytes) {
    BucketStatus plus(BucketStatus other) {
      return new BucketStatus(
          kept + other.kept,
          duplicatesRemoved + other.duplicatesRemoved,
          nearDuplicatesRemoved + other.nearDuplicatesRemoved,
          sampledOut + other.sampledOut,
          invalidText + other.invalidText,
          operatorDropped + other.operatorDropped,
          rejected + other.rejected,
          files + other.files,
          bytes + other.bytes);
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
                        part.kept(),
                        part.duplicatesRemoved(),
                        part.nearDuplicatesRemoved(),
                        part.sampledOut(),
                        part.invalidText(),
                        part.operatorDropped(),
                        part.rejected(),
                        part.files().size(),
                        part.bytes())));
    return new DumpStatus(
        manifest.counters(),
        manifest.operators(),
        buckets.values().stream().mapToInt(BucketStatus::files).sum(),
        buckets.values().stream().mapToLong(BucketStatus::bytes).sum(),
        buckets);
  }
}
