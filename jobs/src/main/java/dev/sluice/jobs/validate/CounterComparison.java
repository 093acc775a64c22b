package dev.sluice.jobs.validate;

import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.Remark;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.DumpManifest.BucketPart;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares the counters of the manifests with those that the source gives. */
final class CounterComparison {
  private static final List<String> KEYS =
      Stream.of(
              Stream.of(Counters.ROWS),
              Stream.of(Outcome.values()).map(Outcome::key),
              Stream.of(Remark.values()).map(Remark::key))
          .flatMap(keys -> keys)
          .toList();

  private final Findings findings;

  CounterComparison(Findings findings) {
    this.findings = findings;
  }

  void compare(List<DumpManifest> manifests, Counters recomputed) {
    for (DumpManifest manifest : manifests) {
      Counters expected = recomputed.ofDump(manifest.dump());
      for (String key : KEYS) {
        long value = manifest.counters().getOrDefault(key, 0L);
        compare(manifest, key, value, expected.total(key));
      }
      for (Map.Entry<String, BucketPart> bucket : manifest.buckets().entrySet()) {
        compareBucket(manifest, bucket, expected.ofBucket(bucket.getKey()));
      }
    }
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
      compare(
          manifest,
          "bucket " + bucket.getKey() + ": " + outcome.key(),
          ManifestSet.count(bucket.getValue(), outcome),
          expected.total(outcome.key()));
    }
  }

  private void compare(DumpManifest manifest, String what, long value, long expected) {
    if (value != expected) {
      findings.violation(
          Check.SOURCE,
          ManifestSet.path(manifest),
          "%s is %,d; the source gives %,d".formatted(what, value, expected));
    }
  }
}
