package dev.sluice.jobs.validate.output;

import dev.sluice.core.Bucket;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.jobs.validate.report.ReportNumbers;
import dev.sluice.jobs.validate.report.SamplingEstimate;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.DumpManifest.BucketPart;
import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.source.RowRejection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Checks that the counters of each manifest add up, and that the sampling rates are as configured.
 */
public record CounterCheck(ManifestSet manifests, ContentConfiguration content, Findings findings) {
  private static final List<String> OUTCOMES =
      Stream.of(Outcome.values()).map(Outcome::key).toList();

  /** Checks all manifests. */
  public void check() {
    Stream.concat(manifests.dumps().stream(), manifests.listing().stream())
        .distinct()
        .forEach(this::checkManifest);
    manifests.listing().forEach(this::checkFiles);
    if (!manifests.listing().equals(manifests.dumps())) {
      manifests.listing().forEach(this::checkSumOfDumps);
    }
    checkContent();
  }

  private void checkManifest(DumpManifest manifest) {
    Map<String, Long> counters = manifest.counters();
    long rows = counters.getOrDefault(Counters.ROWS, 0L);
    long ended = OUTCOMES.stream().mapToLong(key -> counters.getOrDefault(key, 0L)).sum();
    expect(manifest, "rows", rows, "the sum of all outcomes", ended);
    for (Outcome outcome : ManifestSet.outcomesInBuckets()) {
      long total = counters.getOrDefault(outcome.key(), 0L);
      long parts =
          manifest.buckets().values().stream().mapToLong(part -> part.counts().of(outcome)).sum();
      long all = parts + withoutBucket(manifest, outcome);
      expect(manifest, outcome.key(), total, "the sum over its buckets", all);
    }
    checkReasons(manifest);
  }

  /**
   * Returns the number of rows with an outcome that have no bucket: rows too large to be read have
   * no score.
   */
  private static long withoutBucket(DumpManifest manifest, Outcome outcome) {
    return outcome == Outcome.REJECTED
        ? manifest
            .operators()
            .getOrDefault(outcome.key(), new TreeMap<>())
            .getOrDefault(RowRejection.OVERSIZE_ROW, 0L)
        : 0;
  }

  /** Checks the reasons of rows dropped by operators, in total and for each bucket. */
  private void checkReasons(DumpManifest manifest) {
    for (Outcome outcome : List.of(Outcome.OPERATOR_DROPPED, Outcome.REJECTED)) {
      String key = outcome.key();
      long total = manifest.counters().getOrDefault(key, 0L);
      expect(manifest, key, total, "the sum over its reasons", sum(manifest.operators(), key));
      manifest
          .buckets()
          .forEach(
              (name, part) ->
                  expect(
                      manifest,
                      "bucket " + name + ": " + key,
                      part.counts().of(outcome),
                      "the sum over its reasons",
                      sum(part.operators(), key)));
    }
  }

  private static long sum(SortedMap<String, SortedMap<String, Long>> reasons, String outcome) {
    return reasons.getOrDefault(outcome, new TreeMap<>()).values().stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  private void checkFiles(DumpManifest manifest) {
    for (Map.Entry<String, BucketPart> entry : manifest.buckets().entrySet()) {
      BucketPart part = entry.getValue();
      String bucket = "bucket " + entry.getKey();
      long kept = part.counts().kept();
      long rows = part.files().stream().mapToLong(FilePart::rows).sum();
      expect(manifest, bucket + ": kept", kept, "the sum of the rows in its files", rows);
      long bytes = part.files().stream().mapToLong(FilePart::bytes).sum();
      expect(
          manifest, bucket + ": bytes", part.bytes(), "the sum of the bytes in its files", bytes);
    }
  }

  private void checkSumOfDumps(DumpManifest all) {
    SortedSet<String> keys = new TreeSet<>(all.counters().keySet());
    manifests.dumps().forEach(manifest -> keys.addAll(manifest.counters().keySet()));
    for (String key : keys) {
      long rows = all.counters().getOrDefault(key, 0L);
      expect(all, key, rows, "the sum over the dumps", manifests.total(key));
    }
  }

  private void expect(DumpManifest manifest, String what, long value, String other, long sum) {
    if (value != sum) {
      findings.violation(
          Check.COUNTERS,
          ManifestSet.path(manifest),
          "%s is %,d, but %s is %,d".formatted(what, value, other, sum));
    }
  }

  private void checkContent() {
    for (DumpManifest manifest : manifests.listing()) {
      if (!manifest.content().equals(manifests.content())) {
        findings.violation(
            Check.COUNTERS,
            ManifestSet.path(manifest),
            "its content configuration differs from that of " + firstPath());
      }
    }
  }

  private String firstPath() {
    return ManifestSet.path(manifests.dumps().get(0));
  }

  /** Checks the sampling rates. */
  public void checkSampling() {
    content.buckets().forEach(this::checkSampling);
  }

  private void checkSampling(Bucket bucket) {
    SamplingEstimate estimate = manifests.sampling(bucket);
    String message =
        "bucket %s: sampling kept %,d of %,d rows (%s), but the rate should be within %s of %s"
            .formatted(
                bucket.name(),
                estimate.taken(),
                estimate.rows(),
                ReportNumbers.percent(estimate.measured(), 3),
                ReportNumbers.percent(SamplingEstimate.MAX_ERROR, 0),
                ReportNumbers.percent(estimate.expected(), 3));
    switch (estimate.judgement()) {
      case WRONG -> findings.violation(Check.SAMPLING, ManifestSet.DIRECTORY, message);
      case DOUBTFUL -> findings.warning(Check.SAMPLING, ManifestSet.DIRECTORY, message);
      case GOOD -> {}
    }
  }
}
