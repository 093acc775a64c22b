package dev.sluice.app.monitor;

import dev.sluice.app.monitor.RunState.Bucket;
import dev.sluice.app.monitor.RunState.Dropped;
import dev.sluice.app.monitor.RunState.Dump;
import dev.sluice.app.monitor.RunState.Example;
import dev.sluice.app.monitor.RunState.Flow;
import dev.sluice.app.monitor.RunState.Progress;
import dev.sluice.app.monitor.Series.Figure;
import dev.sluice.app.monitor.Work.Look;
import dev.sluice.app.progress.RunMeter;
import dev.sluice.app.progress.RunProgress;
import dev.sluice.core.BucketCounts;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.gauge.DropExample;
import dev.sluice.core.gauge.DropExamples;
import dev.sluice.ingest.IngestGauge;
import dev.sluice.ingest.IngestGauge.UnitReading;
import dev.sluice.matcher.MatcherGauge;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.sink.CutLogs;
import dev.sluice.sink.SinkGauge;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.takedown.TakedownLog;
import dev.sluice.streams.StreamsRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * The work of the main job in this process, which may run all roles or only some of them. Roles are
 * added as they start. Thread-safe, but only one thread may look.
 */
public final class PipelineWork implements Work {
  private final SluiceConfig config;
  private final Set<Role> roles;
  private final DropExamples examples;
  private final Optional<TakedownLog> takedowns;
  private final RowCounts counts = new RowCounts();
  private final StageWatch watch = new StageWatch();
  private volatile Optional<Ingesting> ingest = Optional.empty();
  private volatile Optional<StreamsRunner> topology = Optional.empty();
  private volatile Optional<MatcherGauge> matcher = Optional.empty();
  private volatile Optional<SinkGauge> sink = Optional.empty();
  private volatile Optional<CutLogs> cuts = Optional.empty();
  private volatile Optional<Manifests> sealed = Optional.empty();
  private boolean restored;
  private boolean writing;

  private record Ingesting(IngestGauge gauge, RunMeter meter, BooleanSupplier ended) {}

  /**
   * Creates the work of a job before any role runs.
   *
   * @param roles roles that will run in this process
   * @param examples examples of dropped documents
   * @param takedowns take-downs of the output, if the process has an output; once there are any,
   *     examples are shown without texts
   */
  public PipelineWork(
      SluiceConfig config,
      Set<Role> roles,
      DropExamples examples,
      Optional<TakedownLog> takedowns) {
    this.config = config;
    this.roles = Set.copyOf(roles);
    this.examples = examples;
    this.takedowns = takedowns;
  }

  /**
   * Adds ingest.
   *
   * @param meter meter of finished work
   * @param ended whether everything has been read
   */
  public void reading(IngestGauge gauge, RunMeter meter, BooleanSupplier ended) {
    ingest = Optional.of(new Ingesting(gauge, meter, ended));
  }

  /** Records that nothing is left to do because these manifests describe the whole output. */
  public void sealed(Manifests manifests) {
    sealed = Optional.of(manifests);
  }

  /** Adds the topology. */
  public void curating(StreamsRunner runner) {
    topology = Optional.of(runner);
  }

  /** Adds the matcher. */
  public void comparing(MatcherGauge gauge) {
    matcher = Optional.of(gauge);
  }

  /**
   * Adds the sink.
   *
   * @param logs logs of what the sink has published
   */
  public void writing(SinkGauge gauge, CutLogs logs) {
    cuts = Optional.of(logs);
    sink = Optional.of(gauge);
  }

  @Override
  public Look look() {
    Look look = lookAtRoles();
    return look.isComplete() || sealed.isEmpty()
        ? look
        : new Look(SealedCounts.of(config, sealed.get(), look.state()), true, look.figures());
  }

  private Look lookAtRoles() {
    Optional<Ingesting> reading = ingest;
    List<UnitReading> units = reading.map(now -> now.gauge().units()).orElse(List.of());
    counts.update(units);
    Counters ingested = counts.sum();
    Counters curated = topology.map(runner -> runner.gauge().counters()).orElseGet(Counters::new);
    Counters outcomes = outcomes(curated);
    Counters all = new Counters();
    all.merge(ingested);
    all.merge(outcomes);
    Backlog backlog = backlog(ingested, curated);
    lookAtStages(reading, backlog, curated);
    SortedSet<String> complete = sink.map(SinkGauge::sealedUnits).orElseGet(TreeSet::new);
    Optional<RunProgress> done = reading.map(now -> now.meter().now()).filter(RunProgress::known);
    RunState state =
        new RunState(
            progress(done),
            dumps(units, complete, ingested, outcomes, done),
            flow(all),
            buckets(all, ingested, curated),
            dropped(all),
            (int)
                units.stream()
                    .flatMap(unit -> unit.quarantined().keySet().stream())
                    .distinct()
                    .count(),
            counts.losses().files(),
            watch.stages(),
            watch.holder(),
            List.of());
    return new Look(state, isComplete(), figures(reading, outcomes, backlog));
  }

  /**
   * Returns whether all roles of this process know their counts. The topology knows its counts once
   * its state is restored.
   */
  private boolean isComplete() {
    restored |= topology.filter(runner -> runner.gauge().isSettled()).isPresent();
    writing |= sink.filter(gauge -> gauge.partitions() > 0).isPresent();
    return (restored || !roles.contains(Role.STREAMS))
        && (writing
            || config.nearDedup().isEmpty()
            || !roles.containsAll(Set.of(Role.STREAMS, Role.SINK)))
        && (ingest.isPresent() || !roles.contains(Role.INGEST));
  }

  /**
   * Returns the outcomes that the topology and the sink have decided. With near-deduplication or
   * take-downs, a document that the topology keeps has no outcome until the sink has written it or
   * left it out. These counts therefore come from the sink, wherever it runs, and no count
   * decreases when a document is removed.
   */
  private Counters outcomes(Counters curated) {
    Counters outcomes = sink.map(SinkGauge::outcomes).orElseGet(Counters::new);
    if (config.nearDedup().isEmpty() && outcomes.isEmpty()) {
      return curated;
    }
    curated
        .entries()
        .forEach(
            (key, rows) -> {
              if (!key.name().equals(Outcome.KEPT.key())) {
                outcomes.add(key, rows);
              }
            });
    return outcomes;
  }

  /**
   * The rows that are read but not finished.
   *
   * @param topology rows before the topology, in offsets if ingest does not run in this process;
   *     null if unknown
   * @param sink rows before the sink, in offsets if the topology does not run in this process; null
   *     if unknown
   */
  private record Backlog(Long topology, Long sink) {}

  private Backlog backlog(Counters ingested, Counters curated) {
    long unjudged = ingested.total(Counters.SENT) - curated.ended();
    long kept = curated.total(Outcome.KEPT.key());
    return new Backlog(
        topology.map(runner -> ingest.isPresent() ? positive(unjudged) : runner.lag()).orElse(null),
        sink.filter(gauge -> gauge.partitions() > 0) // a sink that has stopped has no counts
            .map(gauge -> topology.isPresent() ? positive(kept - gauge.documents()) : gauge.lag())
            .orElse(null));
  }

  private static long positive(long rows) {
    return Math.max(0, rows);
  }

  private void lookAtStages(Optional<Ingesting> reading, Backlog backlog, Counters curated) {
    watch.begin(System.currentTimeMillis());
    reading.ifPresent(now -> watch.ingest(now.gauge(), now.ended().getAsBoolean()));
    topology.ifPresent(runner -> watch.topology(runner, backlog.topology(), curated.ended()));
    matcher.ifPresent(watch::matcher);
    sink.ifPresent(gauge -> watch.sink(gauge, backlog.sink()));
  }

  private List<Dump> dumps(
      List<UnitReading> units,
      SortedSet<String> sealed,
      Counters ingested,
      Counters curated,
      Optional<RunProgress> finished) {
    DumpList dumps = new DumpList();
    units.forEach(unit -> dumps.add(unit, sealed.contains(unit.unit()), counts.dumps(unit.unit())));
    if (!roles.contains(Role.INGEST)) {
      published().forEach(dumps::addSealed);
    }
    return dumps.dumps(
        RowCounts.byDump(ingested, Counters.ROWS),
        RowCounts.byDump(curated, Outcome.KEPT.key()),
        secondsLeft(finished));
  }

  private static Progress progress(Optional<RunProgress> finished) {
    return finished
        .map(now -> new Progress(now.done(), now.total(), now.fraction(), boxed(now.secondsLeft())))
        .orElse(RunState.NONE.progress());
  }

  private static Long boxed(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  private static Map<String, Long> secondsLeft(Optional<RunProgress> finished) {
    Map<String, Long> left = new HashMap<>();
    finished.ifPresent(
        now ->
            now.dumps()
                .forEach(
                    dump ->
                        dump.secondsLeft()
                            .ifPresent(time -> left.merge(dump.name(), time, Long::max))));
    return left;
  }

  /**
   * Returns the published dumps. A process with only a sink does not know what is being read, but
   * it knows which dumps have a manifest.
   */
  private Set<String> published() {
    try {
      Set<String> dumps = new TreeSet<>();
      if (cuts.isPresent()) {
        dumps.addAll(cuts.get().known().dumps());
      }
      dumps.remove(Manifests.ALL_DUMPS);
      return dumps;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Flow flow(Counters all) {
    long rows = all.total(Counters.ROWS);
    return new Flow(rows, all.totals(), positive(rows - all.ended()));
  }

  /**
   * Returns the buckets. The rows that passed sampling are counted by ingest and the topology,
   * because with near-deduplication the sink only later reports what became of them.
   */
  private List<Bucket> buckets(Counters all, Counters ingested, Counters curated) {
    return config.rules().buckets().all().stream()
        .map(
            bucket -> {
              String name = bucket.name();
              long sampled = counts(ingested, name).sampled() + counts(curated, name).sampled();
              return Bucket.of(name, bucket.rate(), counts(all, name), sampled);
            })
        .toList();
  }

  private static BucketCounts counts(Counters counters, String bucket) {
    Counters own = counters.ofBucket(bucket);
    return BucketCounts.of(outcome -> own.total(outcome.key()));
  }

  /** Lists each outcome, or its reasons if it has any. */
  private List<Dropped> dropped(Counters all) {
    SortedMap<String, Long> rows = all.totals();
    SortedMap<String, SortedMap<String, Long>> details = all.details();
    Map<String, List<DropExample>> known = examples.byReason();
    boolean hidesTexts =
        known.values().stream().flatMap(List::stream).anyMatch(row -> row.text().isPresent())
            && hasTakeDowns();
    List<Dropped> dropped = new ArrayList<>();
    for (Outcome outcome : Outcome.values()) {
      if (details.containsKey(outcome.key())) {
        details
            .get(outcome.key())
            .forEach(
                (reason, count) ->
                    dropped.add(dropped(Counters.detail(outcome, reason), count, known)));
      } else if (outcome != Outcome.KEPT && rows.getOrDefault(outcome.key(), 0L) > 0) {
        dropped.add(dropped(outcome.key(), rows.get(outcome.key()), known));
      }
    }
    dropped.sort(Dropped.MOST_FREQUENT_FIRST);
    return hidesTexts ? dropped.stream().map(Dropped::withoutTexts).toList() : dropped;
  }

  /** Returns whether any example may be a copy of a document that was taken down. */
  private boolean hasTakeDowns() {
    try {
      return takedowns.isPresent() && !takedowns.get().glance().isEmpty();
    } catch (IOException e) {
      return true;
    }
  }

  private static Dropped dropped(
      String reason, long count, Map<String, List<DropExample>> examples) {
    return new Dropped(
        reason,
        count,
        examples.getOrDefault(reason, List.of()).stream()
            .map(row -> new Example(row.id(), row.file(), row.row(), row.text().orElse(null)))
            .toList());
  }

  private Map<Figure, Double> figures(
      Optional<Ingesting> reading, Counters outcomes, Backlog backlog) {
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    reading
        .map(Ingesting::gauge)
        .ifPresent(
            gauge -> {
              double bytes = gauge.readBytes() - gauge.formerBytes();
              figures.put(Figure.READ_BYTES_PER_SECOND, bytes);
              figures.put(Figure.ROWS_PER_SECOND, (double) gauge.rows());
            });
    if (!roles.contains(Role.STREAMS)) {
      sink.ifPresent(gauge -> figures.put(Figure.KEPT_PER_SECOND, (double) gauge.rows()));
    } else if (restored) {
      figures.put(Figure.KEPT_PER_SECOND, (double) outcomes.total(Outcome.KEPT.key()));
    }
    Optional.ofNullable(backlog.topology())
        .ifPresent(rows -> figures.put(Figure.LAG_TOPOLOGY, (double) rows));
    Optional.ofNullable(backlog.sink())
        .ifPresent(rows -> figures.put(Figure.LAG_SINK, (double) rows));
    return figures;
  }
}
