package dev.sluice.app.monitor;

import dev.sluice.app.monitor.RunState.Bucket;
import dev.sluice.app.monitor.RunState.Dump;
import dev.sluice.app.monitor.RunState.Flow;
import dev.sluice.core.BucketCounts;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.DumpManifest.BucketPart;
import dev.sluice.storage.output.Manifests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads the counts of the sealed part of an output from its manifests. A run needs these counts if
 * it finds nothing to do, or if it ends before its topology has restored its own counts.
 */
final class SealedCounts {
  private final Map<String, DumpManifest> dumps = new TreeMap<>();

  private SealedCounts(Manifests manifests) {
    manifests.disjoint().forEach(name -> dumps.put(name, manifests.of(name)));
  }

  /**
   * Returns the state of an output with the counts of its manifests.
   *
   * @param run state whose progress, quarantined files, stages and phases are used
   */
  static RunState of(SluiceConfig config, Manifests manifests, RunState run) {
    SealedCounts output = new SealedCounts(manifests);
    Flow flow = output.flow();
    return new RunState(
        run.progress(),
        output.sealed(),
        flow,
        output.buckets(config),
        flow.dropped(),
        run.quarantinedFiles(),
        manifests.losses().files(),
        run.stages(),
        null,
        run.phases());
  }

  private Flow flow() {
    SortedMap<String, Long> outcomes = new Counters().totals();
    dumps
        .values()
        .forEach(dump -> dump.counters().forEach((name, n) -> outcomes.merge(name, n, Long::sum)));
    Long rows = outcomes.remove(Counters.ROWS);
    return new Flow(rows == null ? 0 : rows, outcomes, 0);
  }

  private List<Dump> sealed() {
    List<Dump> sealed = new ArrayList<>();
    dumps.forEach(
        (name, dump) -> {
          long rows = dump.counters().getOrDefault(Counters.ROWS, 0L);
          long kept = dump.counters().getOrDefault(Outcome.KEPT.key(), 0L);
          sealed.add(Dump.sealed(name, rows, kept));
        });
    return sealed;
  }

  private List<Bucket> buckets(SluiceConfig config) {
    return config.rules().buckets().all().stream()
        .map(
            bucket -> {
              BucketCounts counts = counts(bucket.name());
              return Bucket.of(bucket.name(), bucket.rate(), counts, counts.sampled());
            })
        .toList();
  }

  private BucketCounts counts(String bucket) {
    return dumps.values().stream()
        .map(dump -> dump.buckets().get(bucket))
        .filter(Objects::nonNull)
        .map(BucketPart::counts)
        .reduce(BucketCounts.NONE, BucketCounts::plus);
  }
}
