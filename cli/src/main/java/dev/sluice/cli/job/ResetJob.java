package dev.sluice.cli.job;

import dev.sluice.cli.Failure;
import dev.sluice.cli.config.ConfigException;
import dev.sluice.cli.config.Machine;
import dev.sluice.cli.config.Problem;
import dev.sluice.cli.config.Role;
import dev.sluice.cli.config.SluiceConfig;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.ingest.DumpReset;
import dev.sluice.ingest.ResetPlan;
import dev.sluice.ingest.ResetRefusedException;
import dev.sluice.sink.CutLogs;
import dev.sluice.sink.ShardSink;
import dev.sluice.sink.SinkSettings;
import dev.sluice.storage.output.ForgottenDump;
import dev.sluice.storage.output.ForgottenDumps;
import dev.sluice.streams.StreamsRunner;
import dev.sluice.topics.progress.Reset;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;

/**
 * Forgets one dump. On the embedded broker topology and sink run in this process until the forget
 * record is through; on another they run elsewhere and are waited for. Killed anywhere, the same
 * command goes on where it was.
 */
public final class ResetJob {
  private static final long POLL_MILLIS = 100;
  private static final long TELL_EVERY_NANOS = 5_000_000_000L;

  private final SluiceConfig config;
  private final Machine machine;
  private final Consumer<String> progress;

  /** A job that tells how far it is, a line every few seconds. */
  public ResetJob(SluiceConfig config, Machine machine, Consumer<String> progress) {
    this.config = config;
    this.machine = machine;
    this.progress = progress;
  }

  /** What a reset would forget; changes nothing. */
  public ResetReport plan(String dump) throws IOException {
    try (Deployment deployment = Deployment.open(config)) {
      CutLogs cuts = new CutLogs(new Stages(deployment, machine, Role.all()).sink());
      DumpReset reset = reset(deployment);
      Optional<String> unfinished = unfinished(reset, dump, cuts);
      ResetPlan plan = plan(reset, dump);
      String state =
          plan.units().isEmpty() && unfinished.isEmpty()
              ? ResetReport.NOTHING_LEFT
              : ResetReport.PLANNED;
      return figures(cuts).report(dump, unfinished.orElse(""), state, units(plan.units()));
    }
  }

  /** Forgets a dump. */
  public ResetReport run(String dump) throws IOException, InterruptedException {
    try (Deployment deployment = Deployment.open(config)) {
      Stages stages = new Stages(deployment, machine, Role.all());
      SinkSettings settings = stages.sink();
      CutLogs cuts = new CutLogs(settings);
      DumpReset reset = reset(deployment);
      Optional<String> id = unfinished(reset, dump, cuts);
      if (id.isEmpty()) {
        id = send(reset, dump);
      }
      if (id.isPresent()) {
        await(deployment, stages, cuts, id.get());
      }
      ShardSink.seal(deployment.connection(), settings, cuts);
      return id.map(done -> report(cuts, dump, done))
          .orElseGet(
              () -> new ResetReport(dump, ResetReport.NOTHING_LEFT, List.of(), 0, 0, 0, 0, 0));
    }
  }

  private DumpReset reset(Deployment deployment) {
    return new DumpReset(
        deployment.connection(),
        deployment.names(),
        deployment.partitions(),
        Deployment.maxRecordBytes(config),
        config.kafka().isEmbedded());
  }

  /** The reset that an earlier call has sent, and that has not been through all partitions. */
  private static Optional<String> unfinished(DumpReset reset, String dump, CutLogs cuts)
      throws IOException {
    ForgottenDumps forgotten = cuts.manifests().forgotten();
    return reset.sent(dump).map(Reset::id).filter(id -> !forgotten.isComplete(id));
  }

  private static ResetPlan plan(DumpReset reset, String dump) {
    try {
      return reset.plan(dump);
    } catch (ResetRefusedException e) {
      throw refused(e);
    }
  }

  /** Sends the records; empty where nothing is left to forget. */
  private Optional<String> send(DumpReset reset, String dump) {
    if (plan(reset, dump).units().isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(reset.send(dump));
    } catch (ResetRefusedException e) {
      throw refused(e);
    } catch (KafkaException e) {
      throw Causes.failure("reset", config.workDirectory().orElseThrow(), e);
    }
  }

  private static RuntimeException refused(ResetRefusedException e) {
    return e.reason() == ResetRefusedException.Reason.INGEST_RUNNING
        ? new Failure(e.getMessage())
        : new ConfigException(List.of(new Problem("--dump", "", e.getMessage())));
  }

  private void await(Deployment deployment, Stages stages, CutLogs cuts, String id)
      throws IOException, InterruptedException {
    if (!config.kafka().isEmbedded()) {
      awaitCuts(deployment, cuts, id, () -> {});
      return;
    }
    try (ShardSink sink = ShardSink.start(deployment.connection(), stages.sink(), cuts);
        StreamsRunner streams = stages.startTopology()) {
      awaitCuts(deployment, cuts, id, () -> check(sink, streams));
    }
  }

  private void check(ShardSink sink, StreamsRunner streams) {
    sink.failure().ifPresent(e -> fail("sink", config.output().path(), e));
    streams.failure().ifPresent(e -> fail("streams", config.stateDirectory(), e));
  }

  private static void fail(String stage, Optional<Path> directory, Throwable error) {
    throw Causes.failure(stage, directory.orElseThrow(), error);
  }

  private void awaitCuts(Deployment deployment, CutLogs cuts, String id, Runnable check)
      throws IOException, InterruptedException {
    int all = deployment.names().curated().size() * deployment.partitions();
    long told = System.nanoTime();
    ForgottenDumps forgotten = cuts.manifests().forgotten();
    while (!forgotten.isComplete(id)) {
      check.run();
      if (System.nanoTime() - told > TELL_EVERY_NANOS) {
        told = System.nanoTime();
        progress.accept(waiting(forgotten.partitions(id), all));
      }
      Thread.sleep(POLL_MILLIS);
      forgotten = cuts.manifests().forgotten();
    }
  }

  private String waiting(int through, int all) {
    String hint =
        config.kafka().isEmbedded() ? "" : "; `streams` and `sink` must be running for that";
    return "through %d of %d partitions%s".formatted(through, all, hint);
  }

  private ResetReport report(CutLogs cuts, String dump, String id) {
    try {
      List<ForgottenUnit> units =
          cuts.manifests().forgotten().complete().stream()
              .filter(forgotten -> forgotten.reset().equals(id))
              .map(ForgottenDump::units)
              .findFirst()
              .orElseThrow();
      return figures(cuts).report(dump, id, ResetReport.FORGOTTEN, units(units));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ResetFigures figures(CutLogs cuts) throws IOException {
    return new ResetFigures(cuts.manifests(), config.rules().dedup());
  }

  private static List<String> units(List<ForgottenUnit> units) {
    return units.stream().map(ForgottenUnit::unit).toList();
  }
}
