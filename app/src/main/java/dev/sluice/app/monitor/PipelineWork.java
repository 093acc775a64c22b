package dev.sluice.app.monitor;

import dev.sluice.app.config.SluiceConfig;
import dev.sluice.app.monitor.RunDocument.Bucket;
import dev.sluice.app.monitor.RunDocument.Dropped;
import dev.sluice.app.monitor.RunDocument.Dump;
import dev.sluice.app.monitor.RunDocument.Flow;
import dev.sluice.app.monitor.RunDocument.Progress;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.ingest.IngestGauge;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.sink.CutLogs;
import dev.sluice.sink.SinkGauge;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.Manifests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The main job, or those of its roles that run in this process. */
public final class PipelineWork implements Work {
  private final SluiceConfig config;
  private volatile IngestGauge ingest = new IngestGauge();
  private volatile SinkGauge sink = new SinkGauge();
  private volatile List<UnitPlan> plans = List.of();
  private volatile CutLogs cuts;

  /** A job of which nothing runs yet. */
  public PipelineWork(SluiceConfig config) {
    this.config = config;
  }

  /** Ingest reads these units. */
  public void reading(IngestGauge gauge, List<UnitPlan> units) {
    ingest = gauge;
    plans = List.copyOf(units);
  }

  /** The sink writes. */
  public void writing(SinkGauge gauge, CutLogs logs) {
    sink = gauge;
    cuts = logs;
  }

  @Override
  public WorkState look() {
    SortedMap<String, DumpManifest> sealed = sealed();
    SortedMap<String, Long> totals = new TreeMap<>();
    sealed
        .values()
        .forEach(dump -> dump.counters().forEach((name, n) -> totals.merge(name, n, Long::sum)));
    long rows = totals.getOrDefault(Counters.ROWS, 0L);
    SortedMap<String, Long> outcomes = new TreeMap<>(totals);
    outcomes.remove(Counters.ROWS);
    IngestGauge reading = ingest;
    return new WorkState(
        progress(reading),
        dumps(sealed),
        new Flow(rows, outcomes, 0),
        buckets(sealed),
        dropped(outcomes),
        List.of(),
        null,
        List.of(),
        new TreeMap<>(),
        new WorkState.Figures(
            reading.readBytes() - reading.formerBytes(), reading.rows(), sink.rows(), null, null));
  }

  private SortedMap<String, DumpManifest> sealed() {
    SortedMap<String, DumpManifest> sealed = new TreeMap<>();
    CutLogs logs = cuts;
    if (logs == null) {
      return sealed;
    }
    try {
      Manifests manifests = logs.glance();
      for (String dump : manifests.dumps()) {
        sealed.put(dump, manifests.of(dump));
      }
      return sealed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Progress progress(IngestGauge reading) {
    long total = reading.plannedBytes();
    long done = Math.min(total, reading.readBytes());
    return new Progress(done, total, total == 0 ? 0 : (double) done / total, null);
  }

  private List<Dump> dumps(Map<String, DumpManifest> sealed) {
    List<Dump> dumps = new ArrayList<>();
    for (UnitPlan plan : plans) {
      String name = plan.unit().directoryDump();
      if (!sealed.containsKey(name)) {
        boolean open = ingest.unit().equals(plan.unit().id());
        dumps.add(
            new Dump(
                name,
                open ? "reading" : "waiting",
                plan.files().size(),
                0,
                plan.bytes(),
                0,
                0,
                0,
                null));
      }
    }
    sealed.forEach(
        (name, manifest) -> {
          long rows = manifest.counters().getOrDefault(Counters.ROWS, 0L);
          long kept = manifest.counters().getOrDefault(Outcome.KEPT.key(), 0L);
          dumps.add(new Dump(name, "sealed", 0, 0, 0, 0, rows, kept, null));
        });
    return dumps;
  }

  private List<Bucket> buckets(Map<String, DumpManifest> sealed) {
    return config.rules().buckets().all().stream()
        .map(
            bucket -> {
              List<DumpManifest.BucketPart> parts =
                  sealed.values().stream().map(dump -> dump.buckets().get(bucket.name())).toList();
              long kept = parts.stream().mapToLong(DumpManifest.BucketPart::kept).sum();
              long twice =
                  parts.stream().mapToLong(DumpManifest.BucketPart::duplicatesRemoved).sum();
              long sampled = parts.stream().mapToLong(DumpManifest.BucketPart::sampledOut).sum();
              return new Bucket(
                  bucket.name(),
                  bucket.rate(),
                  kept + twice + sampled == 0
                      ? null
                      : (double) (kept + twice) / (kept + twice + sampled),
                  kept,
                  twice,
                  sampled,
                  parts.stream().mapToLong(DumpManifest.BucketPart::invalidText).sum(),
                  parts.stream().mapToLong(DumpManifest.BucketPart::operatorDropped).sum(),
                  parts.stream().mapToLong(DumpManifest.BucketPart::rejected).sum());
            })
        .toList();
  }

  private static List<Dropped> dropped(SortedMap<String, Long> outcomes) {
    List<Dropped> dropped = new ArrayList<>();
    for (Outcome outcome : Outcome.values()) {
      long rows = outcomes.getOrDefault(outcome.key(), 0L);
      if (outcome != Outcome.KEPT && rows > 0) {
        dropped.add(new Dropped(outcome.key(), rows, List.of()));
      }
    }
    dropped.sort((a, b) -> Long.compare(b.count(), a.count()));
    return dropped;
  }
}
