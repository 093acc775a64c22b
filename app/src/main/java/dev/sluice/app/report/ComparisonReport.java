package dev.sluice.app.report;

import dev.sluice.core.Bucket;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.jobs.survey.IdComparison;
import dev.sluice.jobs.survey.IdComparison.IdChanges;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.validate.output.SealedOutput;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Reports the differences between two outputs as a page: documents, ids that moved, and
 * configuration.
 */
public final class ComparisonReport {
  private final SealedOutput before;
  private final SealedOutput after;

  private ComparisonReport(SealedOutput before, SealedOutput after) {
    this.before = before;
    this.after = after;
  }

  /**
   * Compares two outputs.
   *
   * @param memoryBytes memory for ids; if they need more, the outputs are read several times
   * @throws dev.sluice.jobs.text.JobRefusedException if one of them is not a sealed output, or has
   *     no ids
   * @throws IOException if a shard cannot be read
   * @throws InterruptedException if this thread is interrupted
   */
  public static byte[] of(Path before, Path after, long memoryBytes, JobProgress progress)
      throws IOException, InterruptedException {
    SealedOutput first = SealedOutput.open(before);
    SealedOutput second = SealedOutput.open(after);
    IdChanges changes = IdComparison.compare(first, second, memoryBytes, progress);
    Map<String, Object> result = new ComparisonReport(first, second).result(changes);
    return ResultPage.of("A and B", "Comparison of two outputs", Json.PLAIN.valueToTree(result));
  }

  private Map<String, Object> result(IdChanges changes) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("A", before.root().toAbsolutePath().normalize().toString());
    result.put("B", after.root().toAbsolutePath().normalize().toString());
    result.put("ids in the same buckets", changes.kept());
    result.put("ids moved", changes.moved());
    result.put("ids only in A", changes.lost());
    result.put("ids only in B", changes.gained());
    result.put("moves", changes.moves());
    result.put("buckets", both(ComparisonReport::byBucket, 0L));
    result.put("dumps", both(ComparisonReport::byDump, 0L));
    result.put("outcomes", both(ComparisonReport::byOutcome, 0L));
    Map<String, Map<String, Object>> keys = both(output -> output.manifests().content(), "not set");
    keys.values().removeIf(value -> value.get("A").equals(value.get("B")));
    result.put("configuration", keys);
    return result;
  }

  /** Returns the values of both outputs by name, in the order of the first one. */
  private <T> Map<String, Map<String, Object>> both(
      Function<SealedOutput, Map<String, T>> values, T absent) {
    Map<String, T> first = values.apply(before);
    Map<String, T> second = values.apply(after);
    Set<String> names = new LinkedHashSet<>(first.keySet());
    names.addAll(second.keySet());
    Map<String, Map<String, Object>> both = new LinkedHashMap<>();
    for (String name : names) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("A", first.getOrDefault(name, absent));
      row.put("B", second.getOrDefault(name, absent));
      if (row.get("A") instanceof Long was && row.get("B") instanceof Long is) {
        row.put("change", is - was);
      }
      both.put(name, row);
    }
    return both;
  }

  private static Map<String, Long> byBucket(SealedOutput output) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Bucket bucket : output.content().buckets()) {
      counts.put(bucket.name(), output.manifests().total(bucket.name(), Outcome.KEPT));
    }
    return counts;
  }

  private static Map<String, Long> byDump(SealedOutput output) {
    Map<String, Long> counts = new TreeMap<>();
    for (DumpManifest dump : output.manifests().dumps()) {
      counts.put(dump.dump(), dump.counters().getOrDefault(Outcome.KEPT.key(), 0L));
    }
    return counts;
  }

  private static Map<String, Long> byOutcome(SealedOutput output) {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put(Counters.ROWS, output.manifests().total(Counters.ROWS));
    for (Outcome outcome : Outcome.values()) {
      counts.put(outcome.key(), output.manifests().total(outcome.key()));
    }
    return counts;
  }
}
