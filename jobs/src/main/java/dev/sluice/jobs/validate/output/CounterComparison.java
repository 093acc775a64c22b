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

/** Compares the counters of the manifests with those computed from the source. */
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

  /** The sums of a counter over all manifests, and over the source. */
  private record Sum(long listed, long expected) {
    Sum plus(Sum other) {
      return new Sum(listed + other.listed, expected + other.expected);
    }
  }

  /**
   * @param repaired files of which rows were counted that cannot be read again: where one is in a
   *     unit of a manifest, its counters may be larger than those computed
   * @param anyCopy the scope within which any copy of a document may have been kept, so that only
   *     sums of kept documents and duplicates are known; empty if it was the first copy
   */
  public CounterComparison(Findings findings, Set<String> repaired, Optional<DedupScope> anyCopy) {
    this.findings = findings;
    this.repaired = Set.copyOf(repaired);
    this.anyCopy = anyCopy;
  }

  public void compare(List<DumpManifest> manifests, Counters recomputed) {
    for (DumpManifest manifest : manifests) {
      Counters expected = recomputed.ofDump(manifest.dump());
      for (String key : KEYS) {
        long value = manifest.counters().getOrDefault(key, 0L);
        if (dependsOnCopies(key)) {
          add(key, value, expected.total(key));
        } else {
          compare(manifest, key, value, expected.total(key));
        }
      }
      for (Map.Entry<String, BucketPart> bucket : manifest.buckets().entrySet()) {
        compareBucket(manifest, bucket, expected.ofBucket(bucket.getKey()));
      }
      compareReasons(manifest, "", manifest.operators(), expected.details());
      tellMore(manifest);
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

  private void compareBucket(
      DumpManifest manifest, Map.Entry<String, BucketPart> bucket, Counters expected) {
    for (Outcome outcome : ManifestSet.outcomesInBuckets()) {
      String what = "bucket " + bucket.getKey() + ": " + outcome.key();
      long value = bucket.getValue().counts().of(outcome);
      if (!dependsOnCopies(outcome.key())) {
        compare(manifest, what, value, expected.total(outcome.key()));
      } else if (anyCopy.get() == DedupScope.BUCKET) {
        add(what, value, expected.total(outcome.key()));
      }
    }
    String prefix = "bucket " + bucket.getKey() + ": ";
    compareReasons(manifest, prefix, bucket.getValue().operators(), expected.details());
  }

  private boolean dependsOnCopies(String key) {
    return anyCopy.isPresent()
        && (key.equals(Outcome.KEPT.key()) || key.equals(Outcome.DUPLICATES_REMOVED.key()));
  }

  private void add(String what, long value, long expected) {
    sums.merge(what, new Sum(value, expected), Sum::plus);
  }

  private void compareSum(String what, Sum sum) {
    boolean isMore = sum.listed > sum.expected && !repaired.isEmpty();
    if (sum.listed != sum.expected && !isMore) {
      findings.violation(
          Check.SOURCE,
          ManifestSet.DIRECTORY,
          "%s of all dumps is %,d; the source gives %,d".formatted(what, sum.listed, sum.expected));
    }
  }

  private void compareReasons(
      DumpManifest manifest,
      String prefix,
      SortedMap<String, SortedMap<String, Long>> listed,
      SortedMap<String, SortedMap<String, Long>> expected) {
    SortedMap<String, Long> values = flat(listed);
    SortedMap<String, Long> sums = flat(expected);
    SortedSet<String> keys = new TreeSet<>(values.keySet());
    keys.addAll(sums.keySet());
    for (String key : keys) {
      compare(manifest, prefix + key, values.getOrDefault(key, 0L), sums.getOrDefault(key, 0L));
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
    String difference = "%s is %,d; the source gives %,d".formatted(what, value, expected);
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

  private void tellMore(DumpManifest manifest) {
    if (!more.isEmpty()) {
      findings.warning(
          Check.SOURCE,
          ManifestSet.path(manifest),
          "%s: the difference should be the rows that were read from %s before it was repaired"
              .formatted(String.join("; ", more), String.join(", ", new TreeSet<>(repaired))));
      more.clear();
    }
  }
}
