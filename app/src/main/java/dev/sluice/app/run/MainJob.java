package dev.sluice.app.run;

import dev.sluice.app.health.Health;
import dev.sluice.app.monitor.Monitor;
import dev.sluice.app.monitor.PipelineWork;
import dev.sluice.app.monitor.RunFile;
import dev.sluice.app.output.DiskForecast;
import dev.sluice.app.output.DiskGuard;
import dev.sluice.app.output.PublishedShards;
import dev.sluice.app.output.StopRequest;
import dev.sluice.app.output.UnreadFiles;
import dev.sluice.app.output.UnsealedSources;
import dev.sluice.app.output.WorkDirectory;
import dev.sluice.app.progress.ProgressReport;
import dev.sluice.app.progress.RunMeter;
import dev.sluice.app.progress.Throughput;
import dev.sluice.app.progress.Throughput.WorkTime;
import dev.sluice.app.takedown.BlocklistFiles;
import dev.sluice.app.takedown.ConfiguredBlocklist;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Outcome;
import dev.sluice.ingest.BackPressure;
import dev.sluice.ingest.Ingest;
import dev.sluice.ingest.LogPressure;
import dev.sluice.ingest.UnitTurn;
import dev.sluice.ingest.source.SourceSelection.SourceSelectionException;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.ingest.watch.DumpWatch;
import dev.sluice.matcher.MatcherRunner;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.ConfigRequest.ConfigCheck;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Problems;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.sink.CutLogs;
import dev.sluice.sink.ShardSink;
import dev.sluice.sink.SinkSettings;
import dev.sluice.storage.FileHash;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.takedown.TakedownList;
import dev.sluice.storage.takedown.TakedownLog;
import dev.sluice.streams.StreamsRunner;
import dev.sluice.streams.gauge.RepeatedIds.RepeatedId;
import dev.sluice.topics.progress.ProgressState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the main job in this process. It runs all roles until every unit is sealed, or one role
 * while other processes run the others. Used by one thread, which calls one of the methods. The job
 * ends early when it is asked to stop.
 */
public final class MainJob {
  private static final Logger LOG = LoggerFactory.getLogger(MainJob.class);

  private final SluiceConfig config;
  private final Machine machine;
  private final Health health;
  private final Monitor monitor;
  private final StopRequest stop;

  public MainJob(
      SluiceConfig config, Machine machine, Health health, Monitor monitor, StopRequest stop) {
    this.config = config;
    this.machine = machine;
    this.health = health;
    this.monitor = monitor;
    this.stop = stop;
  }

  /**
   * The result of all roles.
   *
   * @param unitsSealed units that this run has sealed; empty if there was nothing new
   * @param unread files that were quarantined or have changed
   * @param manifests manifests of the whole output
   * @param repeatedIds examples of ids that were dropped as duplicates
   * @param throughput speed of reading; empty if nothing was read
   */
  public record Result(
      List<String> unitsSealed,
      UnreadFiles unread,
      Manifests manifests,
      List<RepeatedId> repeatedIds,
      Optional<Throughput> throughput) {}

  /**
   * The result of ingest alone.
   *
   * @param unread files that were quarantined or have changed
   * @param losses numbers of rows without what the rules need
   * @param throughput speed of reading; empty if there was nothing new
   */
  public record Read(UnreadFiles unread, InputLosses losses, Optional<Throughput> throughput) {}

  /**
   * The resources of the running roles.
   *
   * @param work work that the monitor observes
   */
  private record Running(
      Deployment deployment, Stages stages, PipelineWork work, DiskGuard disks) {}

  @FunctionalInterface
  private interface Body<T> {
    T run(Running running) throws IOException, InterruptedException;
  }

  @FunctionalInterface
  private interface Planner {
    List<UnitPlan> plan(Ingest ingest, ProgressState known)
        throws IOException, SourceSelectionException;
  }

  private <T> T in(Set<Role> roles, ConfigCheck late, Body<T> body)
      throws IOException, InterruptedException {
    try (Deployment deployment = Deployment.open(config, roles, late)) {
      Stages stages = new Stages(deployment, machine, roles);
      Optional<TakedownLog> takedowns = forgetTexts(deployment.config());
      PipelineWork work =
          new PipelineWork(deployment.config(), roles, stages.examples(), takedowns);
      monitor.watch(work, deployment.workDirectory(), deployment.instanceId(), written(deployment));
      try {
        DiskGuard disks = DiskGuard.of(deployment.config(), roles);
        T result = body.run(new Running(deployment, stages, work, disks));
        monitor.end("ended", "everything is finished");
        return result;
      } catch (IOException | InterruptedException | RuntimeException | Error e) {
        if (stop.isMade()) {
          monitor.end("stopped", "stopped on request");
        } else {
          monitor.end("failed", String.valueOf(e.getMessage()));
        }
        throw e;
      }
    }
  }

  /**
   * Removes texts from run histories if a take-down was killed before it could. Returns the
   * take-downs of the output, if the process has one.
   */
  private static Optional<TakedownLog> forgetTexts(SluiceConfig config) throws IOException {
    Optional<OutputLayout> layout = Deployment.layout(config);
    Optional<TakedownLog> takedowns = layout.map(TakedownLog::new);
    if (takedowns.isPresent() && !takedowns.get().read().isEmpty()) {
      RunFile.forgetTexts(config, layout.get()).forEach(LOG::warn);
    }
    return takedowns;
  }

  private static List<Path> written(Deployment deployment) {
    List<Path> written = new ArrayList<>();
    deployment.config().output().localPath().ifPresent(written::add);
    deployment.config().stateDirectory().ifPresent(written::add);
    written.add(deployment.workDirectory());
    return written;
  }

  /**
   * Curates everything new in the input.
   *
   * @param dumps dumps to read; all if empty
   * @param blocklist files of what a new output leaves out
   */
  public Result run(Set<String> dumps, BlocklistFiles blocklist, ProgressReport report)
      throws IOException, InterruptedException {
    return run(
        dumps, blocklist, TakedownList.NONE, (ingest, known) -> ingest.plan(known, dumps), report);
  }

  /**
   * Repeats the run that a version record describes.
   *
   * @param blocklist files of what a new output leaves out
   */
  public Result runLike(Original original, BlocklistFiles blocklist, ProgressReport report)
      throws IOException, InterruptedException {
    Path input = config.input().path().orElseThrow();
    return run(
        Set.of(),
        blocklist,
        original.blocklist(),
        (ingest, known) -> {
          original.decide(Deployment.layout(config).orElseThrow().nearDuplicates());
          return ingest.planAgain(known, original.plans(input));
        },
        report);
  }

  /**
   * Runs all roles.
   *
   * @param more entries that the output must have besides the configured ones
   */
  private Result run(
      Set<String> dumps,
      BlocklistFiles blocklist,
      TakedownList more,
      Planner planner,
      ProgressReport report)
      throws IOException, InterruptedException {
    WorkTime time = new WorkTime();
    // While the broker starts, which leaves a processor idle.
    StreamsRunner.preload();
    FileHash.preload();
    return in(
        Role.all(),
        blocklist::check,
        running -> run(new Reading(running, dumps, planner, time, report), blocklist, more));
  }

  private Result run(Reading reading, BlocklistFiles blocklist, TakedownList more)
      throws IOException, InterruptedException {
    Deployment deployment = reading.deployment;
    PipelineWork work = reading.running.work();
    requireTurn(reading.known, reading.plans);
    SinkSettings sinkSettings = reading.stages.sink();
    CutLogs cuts = new CutLogs(sinkSettings);
    requireShards(deployment, cuts);
    takeDown(deployment, blocklist, more, true, sinkSettings, cuts);
    UnsealedUnits unsealed = new UnsealedUnits(reading.known, cuts, reading.plans);
    UnsealedSources.check(config.input().path().orElseThrow(), reading.known, unsealed.ids());
    if (unsealed.ids().isEmpty()) {
      ShardSink.seal(deployment.progressLog(), sinkSettings, cuts);
      work.sealed(cuts.manifests());
      return new Result(
          List.of(), reading.unread(reading.known), cuts.manifests(), List.of(), Optional.empty());
    }
    Manifests before = cuts.manifests();
    long keptBefore = before.counters(before.completeUnits()).total(Outcome.KEPT.key());
    DiskForecast.of(config, deployment.partitions(), reading.known, before, reading.plans).log();
    try (LogPressure pressure = reading.stages.logPressure();
        Pipeline pipeline = reading.begin()) {
      ShardSink sink = startSink(reading.running, pipeline, sinkSettings, cuts);
      startMatcher(reading.running, pipeline, false);
      StreamsRunner streams = startTopology(reading.running, pipeline);
      RunMeter meter =
          new RunMeter(
              new StageCounts(
                  reading.ingest.gauge(),
                  streams.gauge(),
                  sink.gauge(),
                  unsealed.ids(),
                  keptBefore,
                  deployment.partitions(),
                  config.rules().buckets().all().size(),
                  config.nearDedup().isPresent() || !cuts.blocklists().records().isEmpty()));
      IngestRole ingest =
          reading.start(pipeline, meter, reading.room(reading.stages.withHandOver(pressure)));
      pipeline.runUntil(() -> ingest.hasEnded() && unsealed.areComplete());
      sink.seal();
      work.sealed(cuts.manifests());
      reading.report.end(); // while the stages still know what they have counted
      Throughput throughput = reading.throughput();
      return new Result(
          List.copyOf(unsealed.ids()),
          reading.unread(deployment.progressLog().read()),
          cuts.manifests(),
          streams.gauge().repeatedIds().some(),
          Optional.of(throughput));
    } finally {
      reading.report.end();
    }
  }

  /** Requires units to be read in the order of their start if near-deduplication is on. */
  private void requireTurn(ProgressState known, List<UnitPlan> plans) {
    if (config.nearDedup().isEmpty()) {
      return;
    }
    Problems problems = new Problems();
    for (String unit : UnitTurn.unreadBefore(known, plans)) {
      problems.add(
          "--dump",
          "%s was started earlier and has not ended: near-deduplication reads units in the order in which they started. Run without --dump, or forget that unit with reset"
              .formatted(unit));
    }
    problems.throwIfAny();
  }

  private static void requireShards(Deployment deployment, CutLogs cuts) throws IOException {
    PublishedShards.require(
        cuts, deployment.config(), Deployment.layout(deployment.config()).orElseThrow());
  }

  /**
   * Takes down what the configuration names before a sink writes. Requires that shards from which
   * documents were taken down are gone, whoever has finished that.
   *
   * @param more further entries
   * @param finishes whether to finish a take-down that was interrupted. A sink does not, because
   *     another process may be at it
   */
  private static void takeDown(
      Deployment deployment,
      BlocklistFiles blocklist,
      TakedownList more,
      boolean finishes,
      SinkSettings settings,
      CutLogs cuts)
      throws IOException, InterruptedException {
    SluiceConfig config = deployment.config();
    ConfiguredBlocklist.apply(
        config,
        Deployment.layout(config).orElseThrow(),
        TakedownList.union(List.of(blocklist.take(config), more)),
        finishes,
        cuts,
        alone -> Stages.onFiles(config, alone.instanceId(), alone.temporary()));
    if (!cuts.blocklists().records().isEmpty()) {
      PublishedShards.requireGone(ShardSink.remaining(deployment.progressLog(), settings, cuts));
    }
  }

  /**
   * Publishes the rows of everything new in the input.
   *
   * @param dumps dumps to read; all if empty
   * @param untilSealed whether to wait until sinks have sealed all units
   */
  public Read ingest(Set<String> dumps, boolean untilSealed, ProgressReport report)
      throws IOException, InterruptedException {
    WorkTime time = new WorkTime();
    return in(
        Set.of(Role.INGEST),
        StartChecks.selection(dumps),
        running ->
            ingest(
                new Reading(
                    running, dumps, (stage, known) -> stage.plan(known, dumps), time, report),
                untilSealed));
  }

  private Read ingest(Reading reading, boolean untilSealed)
      throws IOException, InterruptedException {
    checkUnsealed(reading.known, reading.stages);
    try (LogPressure pressure = reading.stages.logPressure();
        Pipeline pipeline = reading.begin()) {
      RunMeter meter =
          new RunMeter(() -> StageCounts.ofReading(reading.ingest.gauge(), reading.plans));
      IngestRole ingest = reading.start(pipeline, meter, reading.room(pressure));
      pipeline.runUntil(ingest::hasEnded);
      if (untilSealed) {
        awaitSeals(reading.deployment, reading.stages.sink(), pipeline);
      }
      Optional<Throughput> throughput =
          reading.plans.isEmpty() ? Optional.empty() : Optional.of(reading.throughput());
      ProgressState known = reading.deployment.progressLog().read();
      return new Read(reading.unread(known), UnreadFiles.losses(known, reading.dumps), throughput);
    } finally {
      reading.report.end();
    }
  }

  private static void awaitSeals(Deployment deployment, SinkSettings settings, Pipeline pipeline)
      throws IOException, InterruptedException {
    CutLogs cuts = new CutLogs(settings);
    UnsealedUnits unsealed = new UnsealedUnits(deployment.progressLog().read(), cuts, List.of());
    pipeline.runUntil(unsealed::areComplete);
    ShardSink.seal(deployment.progressLog(), settings, cuts);
  }

  private void checkUnsealed(ProgressState known, Stages stages) throws IOException {
    if (config.output().path().isPresent()) {
      UnsealedUnits unsealed = new UnsealedUnits(known, new CutLogs(stages.sink()), List.of());
      UnsealedSources.check(config.input().path().orElseThrow(), known, unsealed.ids());
    }
  }

  /**
   * The reading of files that are planned once and read to their end, with the progress known
   * before.
   */
  private final class Reading {
    private final Running running;
    private final Deployment deployment;
    private final Stages stages;
    private final Set<String> dumps;
    private final WorkTime time;
    private final ProgressReport report;
    private final Ingest ingest;
    private final ProgressState known;
    private final List<UnitPlan> plans;

    Reading(
        Running running, Set<String> dumps, Planner planner, WorkTime time, ProgressReport report)
        throws IOException {
      this.running = running;
      this.deployment = running.deployment();
      this.stages = running.stages();
      this.dumps = dumps;
      this.time = time;
      this.report = report;
      ingest = new Ingest(deployment.connection(), deployment.progressLog(), stages.ingest());
      known = deployment.progressLog().read();
      plans = accepted(() -> planner.plan(ingest, known));
      monitor.changed(ingest.changed());
    }

    Pipeline begin() throws InterruptedException {
      running.disks().awaitRoom();
      time.started();
      return new Pipeline(health, running.disks(), stop);
    }

    BackPressure room(BackPressure log) {
      return running.disks().after(log, stop);
    }

    IngestRole start(Pipeline pipeline, RunMeter meter, BackPressure room) {
      String process = WorkDirectory.processName(deployment.workDirectory());
      IngestRole role =
          pipeline.add(
              new IngestRole(deployment.config(), () -> ingest.read(plans, room, process)));
      running.work().reading(ingest.gauge(), meter, role::hasEnded);
      report.begin(meter);
      return role;
    }

    Throughput throughput() {
      long bytes = ingest.gauge().readBytes() - ingest.gauge().formerBytes();
      Throughput throughput = time.throughput(bytes, ingest.gauge().rows());
      LOG.info(throughput.text());
      return throughput;
    }

    UnreadFiles unread(ProgressState read) {
      return UnreadFiles.of(read, config, dumps, ingest.changed());
    }
  }

  private static <T> T accepted(Callable<T> planning) throws IOException {
    try {
      return planning.call();
    } catch (SourceSelectionException e) {
      Problems problems = new Problems();
      e.problems().forEach(problems::add);
      throw new ConfigException(problems.all());
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Publishes each dump when it is complete, until stopped.
   *
   * @param dumps dumps to read; all if empty
   */
  public void watch(Set<String> dumps, ProgressReport report)
      throws IOException, InterruptedException {
    in(Set.of(Role.INGEST), (checked, problems) -> {}, running -> watch(running, dumps, report));
  }

  private Void watch(Running running, Set<String> dumps, ProgressReport report)
      throws IOException, InterruptedException {
    Deployment deployment = running.deployment();
    Stages stages = running.stages();
    checkUnsealed(deployment.progressLog().read(), stages);
    try (LogPressure pressure = stages.logPressure();
        Pipeline pipeline = new Pipeline(health, running.disks(), stop)) {
      Ingest ingest =
          new Ingest(deployment.connection(), deployment.progressLog(), stages.ingest());
      DumpWatch watch =
          new DumpWatch(deployment.progressLog(), stages.ingest(), stages.watch(), dumps);
      LOG.atInfo()
          .addKeyValue("input", config.input().path().orElseThrow())
          .addKeyValue("dumps", dumps.isEmpty() ? "all" : dumps)
          .log("watching for complete dumps");
      BackPressure room = running.disks().after(pressure, stop);
      String process = WorkDirectory.processName(deployment.workDirectory());
      pipeline.add(
          new IngestRole(
              deployment.config(),
              () -> {
                while (true) {
                  List<UnitPlan> complete = accepted(watch::next);
                  if (complete.isEmpty()) {
                    Thread.sleep(stages.watch().interval().toMillis());
                  } else {
                    RunMeter meter =
                        new RunMeter(() -> StageCounts.ofReading(ingest.gauge(), complete));
                    running.work().reading(ingest.gauge(), meter, () -> false);
                    report.begin(meter);
                    running.disks().awaitRoom();
                    ingest.read(complete, room, process);
                    report.end();
                    watch.refresh();
                  }
                }
              }));
      pipeline.runUntil(() -> false);
      return null;
    } finally {
      report.end();
    }
  }

  /**
   * Runs the topology, matcher or sink until stopped.
   *
   * @param role topology, matcher or sink
   * @param blocklist files of what a new output of a sink leaves out
   */
  public void serve(Role role, BlocklistFiles blocklist) throws IOException, InterruptedException {
    in(
        Set.of(role),
        role == Role.SINK ? blocklist::check : (checked, problems) -> {},
        running -> {
          try (Pipeline pipeline = new Pipeline(health, running.disks(), stop)) {
            switch (role) {
              case STREAMS -> startTopology(running, pipeline);
              case MATCHER -> startMatcher(running, pipeline, true);
              case SINK -> {
                SinkSettings settings = running.stages().sink();
                CutLogs cuts = new CutLogs(settings);
                requireShards(running.deployment(), cuts);
                takeDown(running.deployment(), blocklist, TakedownList.NONE, false, settings, cuts);
                startSink(running, pipeline, settings, cuts);
              }
              default -> throw new IllegalArgumentException(role + " is not a service");
            }
            pipeline.runUntil(() -> false);
            return null;
          }
        });
  }

  private static ShardSink startSink(
      Running running, Pipeline pipeline, SinkSettings settings, CutLogs cuts) throws IOException {
    Deployment deployment = running.deployment();
    ShardSink sink =
        ShardSink.start(deployment.connection(), deployment.progressLog(), settings, cuts);
    Path output = deployment.config().output().path().orElseThrow();
    pipeline.add(
        new Pipeline.Service("sink", output, sink::failure, sink::await, () -> true, sink::close));
    running.work().writing(sink.gauge(), cuts);
    return sink;
  }

  private static void startMatcher(Running running, Pipeline pipeline, boolean waits)
      throws IOException {
    Optional<MatcherRunner> started = running.stages().startMatcher(waits);
    if (started.isPresent()) {
      MatcherRunner matcher = started.get();
      Path output = running.deployment().config().output().path().orElseThrow();
      pipeline.add(
          new Pipeline.Service(
              "matcher", output, matcher::failure, matcher::await, () -> true, matcher::close));
      running.work().comparing(matcher.gauge());
    }
  }

  private static StreamsRunner startTopology(Running running, Pipeline pipeline) {
    StreamsRunner runner = running.stages().startTopology();
    Path state = running.deployment().config().stateDirectory().orElseThrow();
    pipeline.add(
        new Pipeline.Service(
            "streams", state, runner::failure, runner::await, runner::isRunning, runner::close));
    running.work().curating(runner);
    return runner;
  }
}
