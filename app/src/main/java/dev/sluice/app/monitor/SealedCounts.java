package dev.sluice.app.monitor;

import dev.sluice.app.monitor.RunDocument.Bucket;
import dev.sluice.app.monitor.RunDocument.Dropped;
import dev.sluice.app.monitor.RunDocument.Dump;
import dev.sluice.app.monitor.RunDocument.Flow;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.DumpManifest.BucketPart;
import dev.sluice.storage.output.Manifests;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The counts of an output of which everything is sealed: for a run that finds nothing to do, or
 * that ends before its topology has restored what it had counted.
 */
final class SealedCounts {
  private final Map<String, DumpManifest> dumps = new TreeMap<>();
  private final SortedMap<String, Long> rows;

  private SealedCounts(Manifests manifests) {
    Set<String> names = manifests.dumps();
    names.forEach(name -> dumps.put(name, manifests.of(name)));
    if (names.contains(Manifests.ALL_DUMPS)) {
      dumps.keySet().retainAll(Set.of(Manifests.ALL_DUMPS)); // it holds the rows of the others
    }
    this.rows = RowCounts.totals(new Counters());
    dumps
        .values()
        .forEach(dump -> dump.counters().forEach((name, n) -> rows.merge(name, n, Long::sum)));
  }

  /** The state of a run in which everything is sealed, with the counts of the manifests. */
  static WorkState of(SluiceConfig config, Manifests manifests, WorkState run) {
    SealedCounts output = new SealedCounts(manifests);
    SortedMap<String, Long> outcomes = new TreeMap<>(output.rows);
    long read = Optional.ofNullable(outcomes.remove(Counters.ROWS)).orElse(0L);
    return new WorkState(
        true,
        run.progress(),
        output.dumps(),
        new Flow(read, outcomes, 0),
        output.buckets(config),
        output.dropped(),
        run.stages(),
        null,
        run.phases(),
        run.quarantined(),
        manifests.losses(),
        run.figures());
  }

  private List<Dump> dumps() {
    List<Dump> sealed = new ArrayList<>();
    dumps.forEach(
        (name, dump) -> {
          long read = dump.counters().getOrDefault(Counters.ROWS, 0L);
          long kept = dump.counters().getOrDefault(Outcome.KEPT.key(), 0L);
          sealed.add(new Dump(name, Dump.SEALED, 0, 0, 0, 0, read, kept, null));
        });
    return sealed;
  }

  private List<Bucket> buckets(SluiceConfig config) {
    return config.rules().buckets().all().stream()
        .map(bucket -> bucket(bucket.name(), bucket.rate()))
        .toList();
  }

  private Bucket bucket(String name, double rate) {
    long[] sums = new long[7];
    for (DumpManifest dump : dumps.values()) {
      BucketPart part = dump.buckets().get(name);
      if (part != null) {
        sums[0] += part.kept();
        sums[1] += part.duplicatesRemoved();
        sums[2] += part.nearDuplicatesRemoved();
        sums[3] += part.sampledOut();
        sums[4] += part.invalidText();
        sums[5] += part.operatorDropped();
        sums[6] += part.rejected();
      }
    }
    long sampled = sums[0] + sums[1] + sums[2] + sums[5] + sums[6];
    return Bucket.of(
        name, rate, sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], sampled);
  }

  private List<Dropped> dropped() {
    List<Dropped> dropped = new ArrayList<>();
    for (Outcome outcome : Outcome.values()) {
      long count = rows.getOrDefault(outcome.key(), 0L);
      if (outcome != Outcome.KEPT && count > 0) {
        dropped.add(new Dropped(outcome.key(), count, List.of()));
      }
    }
    dropped.sort(Comparator.comparingLong(Dropped::count).reversed());
    return dropped;
  }
}
