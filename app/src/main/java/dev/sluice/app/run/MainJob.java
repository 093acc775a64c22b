package dev.sluice.app.run;

import dev.sluice.app.Failure;
import dev.sluice.app.config.ConfigException;
import dev.sluice.app.config.Machine;
import dev.sluice.app.config.Role;
import dev.sluice.app.config.SluiceConfig;
import dev.sluice.app.health.Health;
import dev.sluice.app.output.DiskForecast;
import dev.sluice.app.output.DiskGuard;
import dev.sluice.app.output.PublishedShards;
import dev.sluice.app.output.QuarantinedFiles;
import dev.sluice.app.output.StopRequest;
import dev.sluice.app.output.ThisProcess;
import dev.sluice.app.output.UnsealedSources;
import dev.sluice.app.progress.ProgressReport;
import dev.sluice.app.progress.Throughput;
import dev.sluice.ingest.BackPressure;
import dev.sluice.ingest.Ingest;
import dev.sluice.ingest.IngestGauge;
import dev.sluice.ingest.LogPressure;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.sink.CutLogs;
import dev.sluice.sink.ShardSink;
import dev.sluice.sink.SinkSettings;
import dev.sluice.storage.output.Manifests;
import dev.sluice.streams.StreamsRunner;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All roles in one process until every unit found is sealed. Stops in the order ingest, topology,
 * sink, broker, whatever happens.
 */
public final class MainJob {
  private static final Logger LOG = LoggerFactory.getLogger(MainJob.class);
  private static final long POLL_MILLIS = 100;
  private static final double NANOS = 1e9;

  private final SluiceConfig config;
  private final Machine machine;
  private final ProgressReport report;
  private final Health health;

  /** A job that tells this report how far it is, and others how it is. */
  public MainJob(SluiceConfig config, Machine machine, ProgressReport report, Health health) {
    this.config = config;
    this.machine = machine;
    this.report = report;
    this.health = health;
  }

  /**
   * How a job ended.
   *
   * @param unitsSealed by this invocation; none when everything was finished before
   * @param setAside files of the input that could not be read, or only in part, with the reason;
   *     also those that an earlier invocation found
   * @param manifests of the whole output
   * @param throughput of this invocation; empty when everything was finished before
   */
  public record Result(
      List<String> unitsSealed,
      SortedMap<String, String> setAside,
      Manifests manifests,
      Optional<Throughput> throughput) {}

  /**
   * Runs the job.
   *
   * @param dumps names of directories to take; everything where empty
   * @throws ConfigException when what is asked for does not fit: nothing was begun
   * @throws Failure when it could not be finished
   */
  public Result run(Set<String> dumps, StopRequest stop) throws IOException, InterruptedException {
    try (Deployment deployment = Deployment.openForInput(config, dumps)) {
      Stages stages = new Stages(deployment, machine, Role.all());
      Ingest ingest =
          new Ingest(deployment.connection(), deployment.progressLog(), stages.ingest());
      ProgressState known = deployment.progressLog().read();
      List<UnitPlan> plans = RoleProcess.plan(ingest, known, dumps);
      SinkSettings sinkSettings = stages.sink();
      CutLogs cuts = new CutLogs(sinkSettings);
      PublishedShards.require(cuts, deployment.config());
      Set<String> unsealed = unsealed(known, cuts, plans);
      UnsealedSources.check(config.input().path().orElseThrow(), known, unsealed);
      if (unsealed.isEmpty()) {
        ShardSink.seal(deployment.connection(), sinkSettings, cuts);
        return new Result(
            List.of(),
            QuarantinedFiles.of(known, config, dumps),
            cuts.manifests(),
            Optional.empty());
      }
      DiskForecast.of(config, deployment.partitions(), known, cuts.manifests(), plans).log();
      DiskGuard disks = DiskGuard.of(config, Role.all());
      disks.awaitRoom();
      long begunNanos = System.nanoTime();
      try (ShardSink sink = ShardSink.start(deployment.connection(), sinkSettings, cuts);
          StreamsRunner streams = stages.startTopology();
          LogPressure pressure = stages.logPressure();
          Running running =
              new Running(
                  () ->
                      ingest.read(
                          plans,
                          settling(deployment, disks.behind(pressure, stop)),
                          ThisProcess.name(deployment.workDirectory())),
                  streams,
                  sink)) {
        stop.restoring(streams::storedKeys);
        report.begin(ingest.gauge(), Optional.of(sink.gauge()));
        awaitSeals(running, disks, cuts, unsealed, stop);
        sink.seal();
        Throughput throughput = throughput(ingest.gauge(), begunNanos);
        LOG.info(throughput.text());
        Set<String> sealed = new TreeSet<>(unsealed);
        Manifests manifests = cuts.manifests();
        sealed.removeIf(unit -> !manifests.isComplete(unit));
        return new Result(
            List.copyOf(sealed),
            QuarantinedFiles.of(deployment.progressLog().read(), config, dumps),
            manifests,
            Optional.of(throughput));
      } finally {
        report.end();
      }
    }
  }

  /** A unit that waits for room for its rows was begun: from then on the configuration holds. */
  private static BackPressure settling(Deployment deployment, BackPressure room) {
    return () -> {
      deployment.settle();
      room.await();
    };
  }

  private static Throughput throughput(IngestGauge gauge, long begunNanos) {
    double seconds = Math.max(1, System.nanoTime() - begunNanos) / NANOS;
    return new Throughput(seconds, gauge.readBytes() - gauge.formerBytes(), gauge.rows());
  }

  /** Units to read, and units read before whose shards are not all there. */
  static Set<String> unsealed(ProgressState known, CutLogs cuts, List<UnitPlan> plans)
      throws IOException {
    Set<String> units = new TreeSet<>();
    plans.forEach(plan -> units.add(plan.unit().id()));
    for (UnitFiles unit : known.units()) {
      if (known.progress(unit.unit()).map(UnitProgress::ended).orElse(false)) {
        units.add(unit.unit());
      }
    }
    units.removeIf(cuts.glance()::isComplete);
    return units;
  }

  private void awaitSeals(
      Running running, DiskGuard disks, CutLogs cuts, Set<String> units, StopRequest stop)
      throws IOException, InterruptedException {
    boolean ended = false;
    Set<String> awaited = new TreeSet<>(units);
    Manifests sealed = cuts.glance();
    while (!ended || !awaited.stream().allMatch(sealed::isComplete)) {
      dropForgotten(awaited, sealed.forgotten().units());
      stop.check();
      running.check();
      health.enter(Health.ofState(running.streams.isRunning()));
      disks.hasRoom();
      ended = running.ingestHasEnded();
      Thread.sleep(POLL_MILLIS);
      sealed = cuts.glance();
    }
  }

  /** On a broker that others share, a reset may have forgotten what is waited for. */
  private static void dropForgotten(Set<String> awaited, Set<String> forgotten) {
    for (String unit : forgotten) {
      if (awaited.remove(unit)) {
        LOG.atWarn()
            .addKeyValue("unit", unit)
            .log("forgotten by a reset before it was sealed: the same command reads it again");
      }
    }
  }

  /** The stages while they run; the first that fails ends the job. */
  private final class Running implements AutoCloseable {
    private final StreamsRunner streams;
    private final ShardSink sink;
    private final FutureTask<SortedMap<String, String>> ingesting;
    private final Thread thread;

    Running(Callable<SortedMap<String, String>> reading, StreamsRunner streams, ShardSink sink) {
      this.streams = streams;
      this.sink = sink;
      this.ingesting = new FutureTask<>(reading);
      this.thread = new Thread(ingesting, "ingest");
      thread.start();
    }

    boolean ingestHasEnded() throws InterruptedException {
      if (!ingesting.isDone()) {
        return false;
      }
      try {
        ingesting.get();
        return true;
      } catch (ExecutionException e) {
        throw FailureMessages.ofIngest(config, e.getCause());
      }
    }

    void check() {
      Path output = config.output().path().orElseThrow();
      Path state = config.stateDirectory().orElseThrow();
      sink.failure().ifPresent(error -> fail("sink", output, error));
      streams.failure().ifPresent(error -> fail("streams", state, error));
    }

    private void fail(String stage, Path directory, Throwable error) {
      throw FailureMessages.failure(stage, directory, error);
    }

    /**
     * A stop by signal has interrupted this thread once; closing in order is not to be cut short.
     */
    @Override
    public void close() {
      ingesting.cancel(true);
      boolean alive = true;
      while (alive) {
        try {
          thread.join();
          alive = false;
        } catch (InterruptedException e) {
          alive = thread.isAlive();
        }
      }
    }
  }
}
