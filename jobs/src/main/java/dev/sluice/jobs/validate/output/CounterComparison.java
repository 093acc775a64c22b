package dev.sluice.jobs.validate.output;

import dev.sluice.core.Counters;
import dev.sluice.core.DedupScope;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowFlag;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.DumpManifest.BucketPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares the counters of the manifests with counters recomputed from the source. */
public final class CounterComparison {
  private static final List<String> KEYS =
      Stream.of(
              Stream.of(Counters.ROWS),
              Stream.of(Outcome.values()).map(Outcome::key),
              Stream.of(RowFlag.values()).map(RowFlag::key))
          .flatMap(keys -> keys)
          .toList();

  private final Findings findings;
  private final Set<String> repaired;
  private final List<String> more = new ArrayList<>();
  private final Optional<DedupScope> anyCopy;
  private final SortedMap<String, Sum> sums = new TreeMap<>();

  /** A counter summed over all manifests, and its value recomputed from the source. */
  private record Sum(long listed, long expected) {
    Sum plus(Sum other) {
      return new Sum(listed + other.listed, expected + other.expected);
    }
  }

  /**
   * @param repaired files with counted rows that cannot be read again; if a unit of a manifest
   *     contains such a file, the manifest's counters can be larger than the recomputed ones
   * @param anyCopy the scope within which any copy of a document may have been kept, so that only
   *     sums of kept documents, duplicates and documents taken down are known; empty if the first
   *     copy was always kept
   */
  public CounterComparison(Findings findings, Set<String> repaired, Optional<DedupScope> anyCopy) {
    this.findings = findings;
    this.repaired = Set.copyOf(repaired);
    this.anyCopy = anyCopy;
  }

  public void compare(List<DumpManifest> manifests, Counters recomputed) {
    for (DumpManifest manifest : manifests) {
      Counters expected = recomputed.ofDump(manifest.dump());
      Map<String, Long> totals = new LinkedHashMap<>();
      KEYS.forEach(key -> totals.put(key, manifest.counters().getOrDefault(key, 0L)));
      compare(manifest, "", totals, manifest.operators(), expected);
      for (Map.Entry<String, BucketPart> bucket : manifest.buckets().entrySet()) {
        BucketPart part = bucket.getValue();
        Map<String, Long> counts = new LinkedHashMap<>();
        ManifestSet.outcomesInBuckets()
            .forEach(outcome -> counts.put(outcome.key(), part.counts().of(outcome)));
        String prefix = "bucket " + bucket.getKey() + ": ";
        compare(manifest, prefix, counts, part.operators(), expected.ofBucket(bucket.getKey()));
      }
      warnOfRepaired(manifest);
    }
    sums.forEach(this::compareSum);
    Set<String> known =
        manifests.stream().map(DumpManifest::dump).collect(Collectors.toUnmodifiableSet());
    recomputed.dumps().stream()
        .filter(dump -> !known.contains(dump))
        .forEach(
            dump ->
                findings.violation(
                    Check.SOURCE,
                    ManifestSet.DIRECTORY + "/" + dump + ".json",
                    "is missing: the source has %,d rows of this dump"
                        .formatted(recomputed.ofDump(dump).total(Counters.ROWS))));
  }

  /** Compares the counters of a manifest or of one of its buckets. */
  private void compare(
      DumpManifest manifest,
      String prefix,
      Map<String, Long> counts,
      SortedMap<String, SortedMap<String, Long>> reasons,
      Counters expected) {
    counts.forEach(
        (key, value) -> {
          long sum = expected.total(key);
          if (!dependsOnCopies(key)) {
            compare(manifest, prefix + key, value, sum);
          } else if (prefix.isEmpty() || anyCopy.get() == DedupScope.BUCKET) {
            sums.merge(prefix + key, new Sum(value, sum), Sum::plus);
          }
        });
    SortedMap<String, Long> listed = flat(reasons);
    SortedMap<String, Long> recomputed = flat(expected.details());
    SortedSet<String> keys = new TreeSet<>(listed.keySet());
    keys.addAll(recomputed.keySet());
    for (String key : keys) {
      long value = listed.getOrDefault(key, 0L);
      compare(manifest, prefix + key, value, recomputed.getOrDefault(key, 0L));
    }
  }

  private boolean dependsOnCopies(String key) {
    return anyCopy.isPresent()
        && Stream.of(Outcome.KEPT, Outcome.DUPLICATES_REMOVED, Outcome.TAKEN_DOWN)
            .anyMatch(outcome -> outcome.key().equals(key));
  }

  private void compareSum(String what, Sum sum) {
    boolean isMore = sum.listed > sum.expected && !repaired.isEmpty();
    if (sum.listed != sum.expected && !isMore) {
      findings.violation(
          Check.SOURCE,
          ManifestSet.DIRECTORY,
          "%s is %,d in all dumps, but %,d when recomputed from the source"
              .formatted(what, sum.listed, sum.expected));
    }
  }

  private static SortedMap<String, Long> flat(SortedMap<String, SortedMap<String, Long>> reasons) {
    SortedMap<String, Long> flat = new TreeMap<>();
    reasons.forEach(
        (outcome, rows) ->
            rows.forEach((reason, count) -> flat.put(outcome + " " + reason, count)));
    return flat;
  }

  private void compare(DumpManifest manifest, String what, long value, long expected) {
    String difference =
        "%s is %,d, but %,d when recomputed from the source".formatted(what, value, expected);
    if (value > expected && holdsRepaired(manifest)) {
      more.add(difference);
    } else if (value != expected) {
      findings.violation(Check.SOURCE, ManifestSet.path(manifest), difference);
    }
  }

  private boolean holdsRepaired(DumpManifest manifest) {
    return manifest.units().stream()
        .flatMap(unit -> unit.inputs().stream())
        .anyMatch(repaired::contains);
  }

  private void warnOfRepaired(DumpManifest manifest) {
    if (!more.isEmpty()) {
      findings.warning(
          Check.SOURCE,
          ManifestSet.path(manifest),
          "%s: the difference is probably due to the rows that were read from %s before the repair"
              .formatted(String.join("; ", more), String.join(", ", new TreeSet<>(repaired))));
      more.clear();
    }
  }
}
