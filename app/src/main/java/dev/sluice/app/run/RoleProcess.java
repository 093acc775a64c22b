package dev.sluice.app.run;

import dev.sluice.app.Failure;
import dev.sluice.app.config.ConfigException;
import dev.sluice.app.config.Machine;
import dev.sluice.app.config.Problems;
import dev.sluice.app.config.Role;
import dev.sluice.app.config.SluiceConfig;
import dev.sluice.app.health.Health;
import dev.sluice.app.output.DiskGuard;
import dev.sluice.app.output.PublishedShards;
import dev.sluice.app.output.QuarantinedFiles;
import dev.sluice.app.output.StopRequest;
import dev.sluice.app.output.ThisProcess;
import dev.sluice.app.output.UnsealedSources;
import dev.sluice.app.progress.ProgressReport;
import dev.sluice.ingest.Ingest;
import dev.sluice.ingest.LogPressure;
import dev.sluice.ingest.source.SourceSelectionException;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.ingest.watch.DumpWatch;
import dev.sluice.sink.CutLogs;
import dev.sluice.sink.ShardSink;
import dev.sluice.sink.SinkSettings;
import dev.sluice.streams.StreamsRunner;
import dev.sluice.topics.progress.ProgressState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One role of the main job as a process of its own, against a broker that others share. */
public final class RoleProcess {
  private static final Logger LOG = LoggerFactory.getLogger(RoleProcess.class);
  private static final long POLL_MILLIS = 200;
  private static final Duration POLL = Duration.ofMillis(POLL_MILLIS);

  private final SluiceConfig config;
  private final Machine machine;
  private final Health health;

  /** A process with this configuration, which names a broker, that tells others how it is. */
  public RoleProcess(SluiceConfig config, Machine machine, Health health) {
    this.config = config;
    this.machine = machine;
    this.health = health;
  }

  /**
   * Reads what there is to read.
   *
   * @param dumps names of directories to take; everything where empty
   * @param untilSealed whether to wait until the shards are there, which needs the output
   * @return files of the input that are set aside, by path, with the reason
   */
  public SortedMap<String, String> ingest(
      Set<String> dumps, boolean untilSealed, ProgressReport report, StopRequest stop)
      throws IOException, InterruptedException {
    try (Deployment deployment = Deployment.openForInput(config, dumps)) {
      Stages stages = new Stages(deployment, machine, Set.of(Role.INGEST));
      Ingest ingest =
          new Ingest(deployment.connection(), deployment.progressLog(), stages.ingest());
      ProgressState known = deployment.progressLog().read();
      List<UnitPlan> plans = plan(ingest, known, dumps);
      checkUnsealed(known, stages);
      report.begin(ingest.gauge(), Optional.empty());
      health.enter(Health.Phase.READY);
      try (LogPressure pressure = stages.logPressure()) {
        DiskGuard disks = DiskGuard.of(deployment.config(), Set.of(Role.INGEST));
        disks.awaitRoom();
        ingest.read(
            plans, disks.behind(pressure, stop), ThisProcess.name(deployment.workDirectory()));
        if (untilSealed) {
          awaitSeals(deployment, stages.sink(), stop);
        }
        return QuarantinedFiles.of(deployment.progressLog().read(), config, dumps);
      } catch (RuntimeException | IOException e) {
        throw FailureMessages.ofIngest(deployment.config(), e);
      } finally {
        report.end();
      }
    }
  }

  /**
   * Reads dumps as they are completed, until interrupted.
   *
   * @param dumps names of directories to wait for; everything where empty
   */
  public void watch(Set<String> dumps, ProgressReport report, StopRequest stop)
      throws IOException, InterruptedException {
    try (Deployment deployment = Deployment.openForWatch(config)) {
      Stages stages = new Stages(deployment, machine, Set.of(Role.INGEST));
      DiskGuard disks = DiskGuard.of(deployment.config(), Set.of(Role.INGEST));
      checkUnsealed(deployment.progressLog().read(), stages);
      try (LogPressure pressure = stages.logPressure()) {
        Ingest ingest =
            new Ingest(deployment.connection(), deployment.progressLog(), stages.ingest());
        DumpWatch watch =
            new DumpWatch(deployment.progressLog(), stages.ingest(), stages.watch(), dumps);
        LOG.atInfo()
            .addKeyValue("input", config.input().path().orElseThrow())
            .addKeyValue("dumps", dumps.isEmpty() ? "all" : dumps)
            .log("watching for complete dumps");
        health.enter(Health.Phase.READY);
        while (true) {
          stop.check();
          List<UnitPlan> complete = next(watch);
          if (complete.isEmpty()) {
            Thread.sleep(stages.watch().interval().toMillis());
          } else {
            report.begin(ingest.gauge(), Optional.empty());
            disks.awaitRoom();
            ingest.read(
                complete,
                disks.behind(pressure, stop),
                ThisProcess.name(deployment.workDirectory()));
            report.end();
            watch.refresh();
          }
        }
      } catch (ConfigException e) {
        throw e;
      } catch (RuntimeException | IOException e) {
        throw FailureMessages.ofIngest(deployment.config(), e);
      } finally {
        report.end();
      }
    }
  }

  private void checkUnsealed(ProgressState known, Stages stages) throws IOException {
    if (config.output().path().isPresent()) {
      CutLogs cuts = new CutLogs(stages.sink());
      UnsealedSources.check(
          config.input().path().orElseThrow(), known, MainJob.unsealed(known, cuts, List.of()));
    }
  }

  private static List<UnitPlan> next(DumpWatch watch) {
    try {
      return watch.next();
    } catch (SourceSelectionException e) {
      throw refused(e);
    }
  }

  static List<UnitPlan> plan(Ingest ingest, ProgressState known, Set<String> dumps)
      throws IOException {
    try {
      return ingest.plan(known, dumps);
    } catch (SourceSelectionException e) {
      throw refused(e);
    }
  }

  private static ConfigException refused(SourceSelectionException e) {
    Problems problems = new Problems();
    e.problems().forEach(problem -> StartChecks.addTo(problems, problem));
    return new ConfigException(problems.all());
  }

  /** Also what an earlier call has read and not waited for. */
  private static void awaitSeals(Deployment deployment, SinkSettings settings, StopRequest stop)
      throws IOException, InterruptedException {
    CutLogs cuts = new CutLogs(settings);
    while (!MainJob.unsealed(deployment.progressLog().read(), cuts, List.of()).isEmpty()) {
      stop.check();
      Thread.sleep(POLL_MILLIS);
    }
    ShardSink.seal(deployment.connection(), settings, cuts);
  }

  /** Runs the topology until interrupted, or until it fails. */
  public void streams(StopRequest stop) throws IOException, InterruptedException {
    try (Deployment deployment = Deployment.open(config)) {
      Stages stages = new Stages(deployment, machine, Set.of(Role.STREAMS));
      try (StreamsRunner streams = stages.startTopology()) {
        stop.restoring(streams::storedKeys);
        DiskGuard disks = DiskGuard.of(deployment.config(), Set.of(Role.STREAMS));
        while (!streams.await(POLL)) {
          stop.check();
          health.enter(Health.ofState(streams.isRunning()));
          disks.hasRoom();
        }
        fail("streams", deployment.config().stateDirectory().orElseThrow(), streams.failure());
      }
    }
  }

  /** Writes shards until interrupted, or until it fails. */
  public void sink(StopRequest stop) throws IOException, InterruptedException {
    try (Deployment deployment = Deployment.open(config)) {
      Stages stages = new Stages(deployment, machine, Set.of(Role.SINK));
      SinkSettings settings = stages.sink();
      CutLogs cuts = new CutLogs(settings);
      PublishedShards.require(cuts, deployment.config());
      try (ShardSink sink = ShardSink.start(deployment.connection(), settings, cuts)) {
        DiskGuard disks = DiskGuard.of(deployment.config(), Set.of(Role.SINK));
        health.enter(Health.Phase.READY);
        while (!sink.await(POLL)) {
          stop.check();
          disks.hasRoom();
        }
        fail("sink", config.output().path().orElseThrow(), sink.failure());
      }
    }
  }

  private static void fail(String role, Path directory, Optional<Throwable> failure) {
    throw failure
        .map(error -> FailureMessages.failure(role, directory, error))
        .orElseGet(() -> new Failure(role + " has stopped by itself; the log tells why"));
  }
}
