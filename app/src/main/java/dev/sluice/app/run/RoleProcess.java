package dev.sluice.app.run;

import dev.sluice.app.health.Health;
import dev.sluice.app.monitor.Monitor;
import dev.sluice.app.monitor.PipelineWork;
import dev.sluice.app.output.DiskGuard;
import dev.sluice.app.output.PublishedShards;
import dev.sluice.app.output.StopRequest;
import dev.sluice.app.output.ThisProcess;
import dev.sluice.app.output.UnreadFiles;
import dev.sluice.app.output.UnsealedSources;
import dev.sluice.app.progress.ProgressReport;
import dev.sluice.app.progress.RunMeter;
import dev.sluice.app.progress.Throughput;
import dev.sluice.app.progress.WorkTime;
import dev.sluice.bands.BandWorkers;
import dev.sluice.core.InputLosses;
import dev.sluice.ingest.BackPressure;
import dev.sluice.ingest.Ingest;
import dev.sluice.ingest.LogPressure;
import dev.sluice.ingest.source.SourceSelectionException;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.ingest.watch.DumpWatch;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Problems;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.sink.CutLogs;
import dev.sluice.sink.ShardSink;
import dev.sluice.sink.SinkSettings;
import dev.sluice.topics.progress.ProgressState;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one role of the main job as a process of its own, on a broker that others share. */
public final class RoleProcess {
  private static final Logger LOG = LoggerFactory.getLogger(RoleProcess.class);

  private final SluiceConfig config;
  private final Machine machine;
  private final Health health;
  private final Monitor monitor;

  /**
   * @param config names a broker
   * @param health of the process, for its endpoint
   * @param monitor of the process
   */
  public RoleProcess(SluiceConfig config, Machine machine, Health health, Monitor monitor) {
    this.config = config;
    this.machine = machine;
    this.health = health;
    this.monitor = monitor;
  }

  /**
   * What was read, and what is wrong with it.
   *
   * @param unread files, including those that earlier invocations have quarantined
   * @param losses of the files that were read, as far as ingest sees them
   * @param throughput of this invocation; empty if it had nothing to read
   */
  public record Read(UnreadFiles unread, InputLosses losses, Optional<Throughput> throughput) {}

  /**
   * Reads what there is to read.
   *
   * @param dumps names of directories to read; everything where empty
   * @param untilSealed whether to wait until the shards are published, which needs the output
   */
  public Read ingest(
      Set<String> dumps, boolean untilSealed, ProgressReport report, StopRequest stop)
      throws IOException, InterruptedException {
    WorkTime time = new WorkTime();
    try (Deployment deployment = Deployment.openForInput(config, dumps)) {
      Stages stages = new Stages(deployment, machine, Set.of(Role.INGEST));
      return new MonitoredRun(monitor, stop)
          .run(
              deployment,
              work(deployment, stages, Role.INGEST),
              work -> ingest(deployment, stages, dumps, untilSealed, report, stop, work, time));
    }
  }

  private static PipelineWork work(Deployment deployment, Stages stages, Role role) {
    return new PipelineWork(deployment.config(), Set.of(role), stages.examples());
  }

  private Read ingest(
      Deployment deployment,
      Stages stages,
      Set<String> dumps,
      boolean untilSealed,
      ProgressReport report,
      StopRequest stop,
      PipelineWork work,
      WorkTime time)
      throws IOException, InterruptedException {
    Ingest ingest = new Ingest(deployment.connection(), deployment.progressLog(), stages.ingest());
    ProgressState known = deployment.progressLog().read();
    List<UnitPlan> plans = plan((stage, now) -> stage.plan(now, dumps), ingest, known);
    monitor.changed(ingest.changed());
    checkUnsealed(known, stages);
    RunMeter meter = new RunMeter(() -> ReadingCounts.of(ingest.gauge(), plans));
    report.begin(meter);
    DiskGuard disks = DiskGuard.of(deployment.config(), Set.of(Role.INGEST));
    try (LogPressure pressure = stages.logPressure();
        Pipeline pipeline = new Pipeline(health, disks, stop)) {
      disks.awaitRoom();
      time.started();
      BackPressure room = disks.after(pressure, stop);
      String process = ThisProcess.name(deployment.workDirectory());
      IngestRole reading =
          pipeline.add(
              new IngestRole(deployment.config(), () -> ingest.read(plans, room, process)));
      work.reading(ingest.gauge(), meter, reading::hasEnded);
      pipeline.runUntil(reading::hasEnded);
      if (untilSealed) {
        awaitSeals(deployment, stages.sink(), pipeline);
      }
      Optional<Throughput> throughput =
          plans.isEmpty()
              ? Optional.empty()
              : Optional.of(MainJob.throughput(time, ingest.gauge()));
      throughput.map(Throughput::text).ifPresent(LOG::info);
      ProgressState read = deployment.progressLog().read();
      return new Read(
          UnreadFiles.of(read, config, dumps, ingest.changed()),
          UnreadFiles.losses(read, dumps),
          throughput);
    } finally {
      report.end();
    }
  }

  /** Also waits for what an earlier invocation has read. */
  private static void awaitSeals(Deployment deployment, SinkSettings settings, Pipeline pipeline)
      throws IOException, InterruptedException {
    CutLogs cuts = new CutLogs(settings);
    UnsealedUnits unsealed = new UnsealedUnits(deployment.progressLog().read(), cuts, List.of());
    pipeline.runUntil(unsealed::areComplete);
    ShardSink.seal(deployment.progressLog(), settings, cuts);
  }

  /**
   * Reads dumps as soon as they are complete, until interrupted.
   *
   * @param dumps names of directories to wait for; everything where empty
   */
  public void watch(Set<String> dumps, ProgressReport report, StopRequest stop)
      throws IOException, InterruptedException {
    try (Deployment deployment = Deployment.openForWatch(config)) {
      Stages stages = new Stages(deployment, machine, Set.of(Role.INGEST));
      new MonitoredRun(monitor, stop)
          .run(
              deployment,
              work(deployment, stages, Role.INGEST),
              work -> watch(deployment, stages, dumps, report, stop, work));
    }
  }

  private Void watch(
      Deployment deployment,
      Stages stages,
      Set<String> dumps,
      ProgressReport report,
      StopRequest stop,
      PipelineWork work)
      throws IOException, InterruptedException {
    DiskGuard disks = DiskGuard.of(deployment.config(), Set.of(Role.INGEST));
    checkUnsealed(deployment.progressLog().read(), stages);
    try (LogPressure pressure = stages.logPressure();
        Pipeline pipeline = new Pipeline(health, disks, stop)) {
      Ingest ingest =
          new Ingest(deployment.connection(), deployment.progressLog(), stages.ingest());
      DumpWatch watch =
          new DumpWatch(deployment.progressLog(), stages.ingest(), stages.watch(), dumps);
      LOG.atInfo()
          .addKeyValue("input", config.input().path().orElseThrow())
          .addKeyValue("dumps", dumps.isEmpty() ? "all" : dumps)
          .log("watching for complete dumps");
      BackPressure room = disks.after(pressure, stop);
      String process = ThisProcess.name(deployment.workDirectory());
      pipeline.add(
          new IngestRole(
              deployment.config(),
              () -> {
                while (true) {
                  List<UnitPlan> complete = next(watch);
                  if (complete.isEmpty()) {
                    Thread.sleep(stages.watch().interval().toMillis());
                  } else {
                    RunMeter meter = new RunMeter(() -> ReadingCounts.of(ingest.gauge(), complete));
                    work.reading(ingest.gauge(), meter, () -> false);
                    report.begin(meter);
                    disks.awaitRoom();
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

  private void checkUnsealed(ProgressState known, Stages stages) throws IOException {
    if (config.output().path().isPresent()) {
      UnsealedUnits unsealed = new UnsealedUnits(known, new CutLogs(stages.sink()), List.of());
      UnsealedSources.check(config.input().path().orElseThrow(), known, unsealed.ids());
    }
  }

  private static List<UnitPlan> next(DumpWatch watch) {
    try {
      return watch.next();
    } catch (SourceSelectionException e) {
      throw refused(e);
    }
  }

  /** Decides which units to read. */
  @FunctionalInterface
  interface Planner {
    List<UnitPlan> plan(Ingest ingest, ProgressState known)
        throws IOException, SourceSelectionException;
  }

  static List<UnitPlan> plan(Planner planner, Ingest ingest, ProgressState known)
      throws IOException {
    try {
      return planner.plan(ingest, known);
    } catch (SourceSelectionException e) {
      throw refused(e);
    }
  }

  private static ConfigException refused(SourceSelectionException e) {
    Problems problems = new Problems();
    e.problems().forEach(problems::add);
    return new ConfigException(problems.all());
  }

  /** Runs the topology until interrupted, or until it fails. */
  public void streams(StopRequest stop) throws IOException, InterruptedException {
    serve(
        Role.STREAMS,
        stop,
        (deployment, stages, pipeline, work) -> {
          StreamsRole streams = pipeline.add(new StreamsRole(deployment, stages));
          work.curating(streams.runner());
          stop.restoring(streams::storedKeys);
        });
  }

  /** Finds near-duplicates until interrupted, or until it fails. */
  public void bands(StopRequest stop) throws IOException, InterruptedException {
    serve(
        Role.BANDS,
        stop,
        (deployment, stages, pipeline, work) -> {
          BandWorkers workers = stages.startBands().orElseThrow();
          work.comparing(pipeline.add(new BandsRole(deployment, workers)).gauge());
        });
  }

  /** Writes shards until interrupted, or until it fails. */
  public void sink(StopRequest stop) throws IOException, InterruptedException {
    serve(
        Role.SINK,
        stop,
        (deployment, stages, pipeline, work) -> {
          SinkSettings settings = stages.sink();
          CutLogs cuts = new CutLogs(settings);
          PublishedShards.require(
              cuts, deployment.config(), Deployment.layout(deployment.config()).orElseThrow());
          work.writing(pipeline.add(new SinkRole(deployment, settings, cuts)).gauge(), cuts);
        });
  }

  /** Starts a role. */
  @FunctionalInterface
  private interface Start {
    void start(Deployment deployment, Stages stages, Pipeline pipeline, PipelineWork work)
        throws IOException, InterruptedException;
  }

  private void serve(Role role, StopRequest stop, Start start)
      throws IOException, InterruptedException {
    try (Deployment deployment = Deployment.open(config)) {
      Stages stages = new Stages(deployment, machine, Set.of(role));
      new MonitoredRun(monitor, stop)
          .run(
              deployment,
              work(deployment, stages, role),
              work -> {
                DiskGuard disks = DiskGuard.of(deployment.config(), Set.of(role));
                try (Pipeline pipeline = new Pipeline(health, disks, stop)) {
                  start.start(deployment, stages, pipeline, work);
                  pipeline.runUntil(() -> false);
                  return null;
                }
              });
    }
  }
}
