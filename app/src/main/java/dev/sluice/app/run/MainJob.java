package dev.sluice.app.run;

import dev.sluice.app.Failure;
import dev.sluice.app.health.Health;
import dev.sluice.app.monitor.Monitor;
import dev.sluice.app.monitor.PipelineWork;
import dev.sluice.app.output.DiskForecast;
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
import dev.sluice.core.Outcome;
import dev.sluice.ingest.BackPressure;
import dev.sluice.ingest.Ingest;
import dev.sluice.ingest.IngestGauge;
import dev.sluice.ingest.LogPressure;
import dev.sluice.ingest.UnitTurn;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Problems;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.sink.CutLogs;
import dev.sluice.sink.ShardSink;
import dev.sluice.sink.SinkSettings;
import dev.sluice.storage.output.Manifests;
import dev.sluice.streams.gauge.RepeatedIds.RepeatedId;
import dev.sluice.topics.progress.ProgressState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs all roles in one process until every unit found is sealed.
 *
 * <pre>
 * Deployment   work directory, broker, topics, owner
 *   Ingest       plans: which units are new
 *   Pipeline     starts sink, bands, topology, ingest; waits until every unit is sealed
 *   ShardSink.seal   missing manifests
 * </pre>
 *
 * Whatever happens, it stops ingest, topology, bands, sink and broker in this order.
 */
public final class MainJob {
  private static final Logger LOG = LoggerFactory.getLogger(MainJob.class);

  private final SluiceConfig config;
  private final Machine machine;
  private final ProgressReport report;
  private final Health health;
  private final Monitor monitor;

  /** A job that reports its progress, its health, and all that its monitor shows. */
  public MainJob(
      SluiceConfig config, Machine machine, ProgressReport report, Health health, Monitor monitor) {
    this.config = config;
    this.machine = machine;
    this.report = report;
    this.health = health;
    this.monitor = monitor;
  }

  /**
   * The result of a job.
   *
   * @param unitsSealed by this invocation; empty if everything was finished before
   * @param unread files, including those that earlier invocations have quarantined
   * @param manifests of the whole output
   * @param repeatedIds some ids of documents that this invocation has dropped as duplicates
   * @param throughput of this invocation; empty if everything was finished before
   */
  public record Result(
      List<String> unitsSealed,
      UnreadFiles unread,
      Manifests manifests,
      List<RepeatedId> repeatedIds,
      Optional<Throughput> throughput) {}

  /**
   * Runs the job.
   *
   * @param dumps names of directories to read; everything if empty
   * @throws ConfigException if the request does not fit; nothing was started
   * @throws Failure if the job could not be finished
   */
  public Result run(Set<String> dumps, StopRequest stop) throws IOException, InterruptedException {
    return run(dumps, (ingest, known) -> ingest.plan(known, dumps), stop);
  }

  /**
   * Makes an output again.
   *
   * @throws ConfigException if the request does not fit; nothing was started
   * @throws Failure if the job could not be finished
   */
  public Result runLike(Original original, StopRequest stop)
      throws IOException, InterruptedException {
    Path input = config.input().path().orElseThrow();
    return run(Set.of(), (ingest, known) -> ingest.planAgain(known, original.plans(input)), stop);
  }

  private Result run(Set<String> dumps, RoleProcess.Planner planner, StopRequest stop)
      throws IOException, InterruptedException {
    WorkTime time = new WorkTime();
    try (Deployment deployment = Deployment.openForInput(config, dumps)) {
      Stages stages = new Stages(deployment, machine, Role.all());
      return new MonitoredRun(monitor, stop)
          .run(
              deployment,
              new PipelineWork(deployment.config(), Role.all(), stages.examples()),
              work -> run(deployment, stages, dumps, planner, stop, work, time));
    }
  }

  private Result run(
      Deployment deployment,
      Stages stages,
      Set<String> dumps,
      RoleProcess.Planner planner,
      StopRequest stop,
      PipelineWork work,
      WorkTime time)
      throws IOException, InterruptedException {
    Ingest ingest = new Ingest(deployment.connection(), deployment.progressLog(), stages.ingest());
    ProgressState known = deployment.progressLog().read();
    if (!known.units().isEmpty()) {
      deployment.settle();
    }
    List<UnitPlan> plans = RoleProcess.plan(planner, ingest, known);
    monitor.changed(ingest.changed());
    requireTurn(known, plans);
    SinkSettings sinkSettings = stages.sink();
    CutLogs cuts = new CutLogs(sinkSettings);
    PublishedShards.require(
        cuts, deployment.config(), Deployment.layout(deployment.config()).orElseThrow());
    UnsealedUnits unsealed = new UnsealedUnits(known, cuts, plans);
    UnsealedSources.check(config.input().path().orElseThrow(), known, unsealed.ids());
    if (unsealed.ids().isEmpty()) {
      ShardSink.seal(deployment.progressLog(), sinkSettings, cuts);
      work.sealed(cuts.manifests());
      return new Result(
          List.of(),
          UnreadFiles.of(known, config, dumps, ingest.changed()),
          cuts.manifests(),
          List.of(),
          Optional.empty());
    }
    Manifests before = cuts.manifests();
    long keptBefore = before.counters(before.completeUnits()).total(Outcome.KEPT.key());
    DiskForecast.of(config, deployment.partitions(), known, before, plans).log();
    DiskGuard disks = DiskGuard.of(config, Role.all());
    disks.awaitRoom();
    time.started();
    try (LogPressure pressure = stages.logPressure();
        Pipeline pipeline = new Pipeline(health, disks, stop)) {
      SinkRole sink = pipeline.add(new SinkRole(deployment, sinkSettings, cuts));
      work.writing(sink.gauge(), cuts);
      Optional<BandWorkers> workers = stages.startBands();
      if (workers.isPresent()) {
        work.comparing(pipeline.add(new BandsRole(deployment, workers.get())).gauge());
      }
      StreamsRole streams = pipeline.add(new StreamsRole(deployment, stages));
      work.curating(streams.runner());
      stop.restoring(streams::storedKeys);
      BackPressure room = settling(deployment, disks.after(stages.withHandOver(pressure), stop));
      String process = ThisProcess.name(deployment.workDirectory());
      IngestRole reading =
          pipeline.add(new IngestRole(config, () -> ingest.read(plans, room, process)));
      RunMeter meter =
          new RunMeter(
              new StageCounts(
                  ingest.gauge(),
                  streams.gauge(),
                  sink.gauge(),
                  unsealed.ids(),
                  keptBefore,
                  deployment.partitions(),
                  config.rules().buckets().all().size(),
                  config.bands() > 0));
      work.reading(ingest.gauge(), meter, reading::hasEnded);
      report.begin(meter);
      pipeline.runUntil(() -> reading.hasEnded() && unsealed.areComplete());
      sink.seal();
      work.sealed(cuts.manifests());
      report.end(); // while the stages still know what they have counted
      Throughput throughput = throughput(time, ingest.gauge());
      LOG.info(throughput.text());
      ProgressState read = deployment.progressLog().read();
      return new Result(
          List.copyOf(unsealed.ids()),
          UnreadFiles.of(read, config, dumps, ingest.changed()),
          cuts.manifests(),
          streams.gauge().repeatedIds().some(),
          Optional.of(throughput));
    } finally {
      report.end();
    }
  }

  /**
   * With near-deduplication a unit waits for those that began before it; nobody else reads them.
   */
  private void requireTurn(ProgressState known, List<UnitPlan> plans) {
    if (config.bands() == 0) {
      return;
    }
    Problems problems = new Problems();
    for (String unit : UnitTurn.unreadBefore(known, plans)) {
      problems.add(
          "--dump",
          "%s was begun before and has not ended: near-deduplication reads units in the order of their start. Run without --dump, or forget that unit with reset"
              .formatted(unit));
    }
    problems.throwIfAny();
  }

  /** By what this invocation has read. */
  static Throughput throughput(WorkTime time, IngestGauge gauge) {
    return time.throughput(gauge.readBytes() - gauge.formerBytes(), gauge.rows());
  }

  /**
   * The configuration of an output is fixed when its first unit asks for room for its rows. Had its
   * process no time to note that, the next one does.
   */
  private static BackPressure settling(Deployment deployment, BackPressure room) {
    return waits -> {
      deployment.settle();
      room.await(waits);
    };
  }
}
