package dev.sluice.app.reset;

import dev.sluice.app.Failure;
import dev.sluice.app.output.ChangeLock;
import dev.sluice.app.run.Deployment;
import dev.sluice.app.run.FailureMessages;
import dev.sluice.app.run.Stages;
import dev.sluice.core.DedupScope;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.ingest.reset.DumpReset;
import dev.sluice.ingest.reset.ResetPlan;
import dev.sluice.ingest.reset.ResetPlan.ResetRefusedException;
import dev.sluice.ingest.reset.ResetRequest;
import dev.sluice.matcher.MatcherRunner;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.sink.Compactor;
import dev.sluice.sink.CutLogs;
import dev.sluice.sink.ShardSink;
import dev.sluice.sink.SinkSettings;
import dev.sluice.storage.output.ForgottenDump;
import dev.sluice.storage.output.ForgottenDumps;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.streams.StreamsRunner;
import dev.sluice.topics.progress.Reset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;

/**
 * Forgets units of the input. With the embedded broker, topology, matcher and sink run in this
 * process until the forget records have passed them. With a shared broker, the job waits for the
 * running roles. If the job is killed, the next one continues.
 */
public final class ResetJob {
  private static final long POLL_MILLIS = 100;
  private static final long LOG_INTERVAL_NANOS = 5_000_000_000L;

  private final SluiceConfig config;
  private final Machine machine;
  private final Consumer<String> progress;

  /** Creates a job that reports its progress, one line every few seconds. */
  public ResetJob(SluiceConfig config, Machine machine, Consumer<String> progress) {
    this.config = config;
    this.machine = machine;
    this.progress = progress;
  }

  /** Reports what a reset would remove. It changes nothing. */
  public ResetReport plan(ResetRequest request) throws IOException, InterruptedException {
    try (Deployment deployment = Deployment.open(config)) {
      CutLogs cuts = new CutLogs(new Stages(deployment, machine, Role.all()).sink());
      DumpReset reset = reset(deployment, cuts);
      Optional<Reset> unfinished = unfinished(reset, request, cuts);
      List<ForgottenUnit> units =
          unfinished.isPresent() ? units(unfinished.get(), cuts) : plan(reset, request).units();
      String state = units.isEmpty() ? ResetReport.NOTHING_LEFT : ResetReport.PLANNED;
      return figures(reset, cuts).report(request.label(), state, units);
    }
  }

  /** Forgets the requested units. */
  public ResetReport run(ResetRequest request) throws IOException, InterruptedException {
    try (Deployment deployment = Deployment.open(config);
        ChangeLock alone = ChangeLock.take(layout(), deployment.workDirectory())) {
      Stages stages = new Stages(deployment, machine, Role.all());
      SinkSettings settings = stages.sink();
      CutLogs cuts = new CutLogs(settings);
      // A killed compaction may have left shards with these units that no manifest lists.
      new Compactor(settings, cuts).deleteUnrecorded();
      DumpReset reset = reset(deployment, cuts);
      PendingResets begun = PendingResets.of(layout(), alone.publication());
      Optional<String> id = unfinished(reset, request, cuts).map(Reset::id);
      if (id.isPresent()) {
        begun.begin(request.label(), cuts.manifests().forgotten());
      } else {
        id = send(reset, request, cuts, begun);
      }
      if (id.isPresent()) {
        await(deployment, stages, cuts, id.get());
      }
      ShardSink.seal(deployment.progressLog(), settings, cuts);
      begun.end(request.label());
      List<ForgottenUnit> units = id.isPresent() ? forgotten(cuts, id.get()) : List.of();
      String state = id.isPresent() ? ResetReport.FORGOTTEN : ResetReport.NOTHING_LEFT;
      return figures(reset, cuts).report(request.label(), state, units);
    }
  }

  private OutputLayout layout() {
    return Deployment.layout(config).orElseThrow();
  }

  private DumpReset reset(Deployment deployment, CutLogs cuts) throws IOException {
    Manifests manifests = cuts.manifests();
    return new DumpReset(
        deployment.connection(),
        deployment.names(),
        deployment.partitions(),
        config.maxRecordBytes(),
        layout().byDump(),
        config.kafka().isEmbedded(),
        manifests::areMerged);
  }

  /** Returns a reset published by an earlier invocation that has not passed all partitions. */
  private static Optional<Reset> unfinished(DumpReset reset, ResetRequest request, CutLogs cuts)
      throws IOException {
    ForgottenDumps forgotten = cuts.manifests().forgotten();
    return reset.last(request).filter(Reset::sent).filter(last -> !forgotten.isComplete(last.id()));
  }

  /** Returns the units of a published reset, as listed in any cut at its forget record. */
  private static List<ForgottenUnit> units(Reset reset, CutLogs cuts) throws IOException {
    return cuts.manifests().forgotten().arrived().stream()
        .filter(arrived -> arrived.reset().equals(reset.id()))
        .map(ForgottenDump::units)
        .findFirst()
        .orElseGet(
            () ->
                reset.units().stream()
                    .map(unit -> ForgottenUnit.ended(unit, List.of(), List.of()))
                    .toList());
  }

  private static ResetPlan plan(DumpReset reset, ResetRequest request) {
    try {
      return reset.plan(request);
    } catch (ResetRefusedException e) {
      throw refused(request, e);
    }
  }

  /** Publishes the forget records; empty if nothing is left to forget and no reset was started. */
  private Optional<String> send(
      DumpReset reset, ResetRequest request, CutLogs cuts, PendingResets resets)
      throws IOException {
    boolean begun = reset.last(request).filter(last -> !last.sent()).isPresent();
    if (plan(reset, request).units().isEmpty() && !begun) {
      return Optional.empty();
    }
    boolean isNew = resets.begin(request.label(), cuts.manifests().forgotten());
    try {
      return Optional.of(reset.send(request));
    } catch (ResetRefusedException e) {
      if (isNew) {
        resets.end(request.label());
      }
      throw refused(request, e);
    } catch (KafkaException e) {
      throw FailureMessages.failure("reset", config.workDirectory().orElseThrow(), e);
    }
  }

  private static RuntimeException refused(ResetRequest request, ResetRefusedException e) {
    return e.reason() == ResetRefusedException.Reason.INGEST_RUNNING
        ? new Failure(e.getMessage())
        : new ConfigException(request.option(), e.getMessage());
  }

  private void await(Deployment deployment, Stages stages, CutLogs cuts, String id)
      throws IOException, InterruptedException {
    if (!config.kafka().isEmbedded()) {
      awaitCuts(deployment, cuts, id, () -> {});
      return;
    }
    try (ShardSink sink =
            ShardSink.start(
                deployment.connection(), deployment.progressLog(), stages.sink(), cuts);
        MatcherRunner matcher =
            stages.startMatcher(true).orElse(null); // a reset may be the decision about a unit
        StreamsRunner streams = stages.startTopology()) {
      awaitCuts(deployment, cuts, id, () -> check(sink, Optional.ofNullable(matcher), streams));
    }
  }

  private void check(ShardSink sink, Optional<MatcherRunner> matcher, StreamsRunner streams) {
    matcher
        .flatMap(MatcherRunner::failure)
        .ifPresent(e -> fail("matcher", config.output().path(), e));
    sink.failure().ifPresent(e -> fail("sink", config.output().path(), e));
    streams.failure().ifPresent(e -> fail("streams", config.stateDirectory(), e));
  }

  private static void fail(String stage, Optional<Path> directory, Throwable error) {
    throw FailureMessages.failure(stage, directory.orElseThrow(), error);
  }

  private void awaitCuts(Deployment deployment, CutLogs cuts, String id, Runnable check)
      throws IOException, InterruptedException {
    int all = deployment.names().curated().size() * deployment.partitions();
    long loggedNanos = System.nanoTime();
    CutLogs.Wait untilForgotten = cuts.untilForgotten(id);
    while (!untilForgotten.isOver()) {
      check.run();
      if (System.nanoTime() - loggedNanos > LOG_INTERVAL_NANOS) {
        loggedNanos = System.nanoTime();
        progress.accept(waiting(cuts.glance().forgotten().partitions(id), all));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private String waiting(int through, int all) {
    String roles =
        config.nearDedup().isPresent() ? "`streams`, `matcher` and `sink`" : "`streams` and `sink`";
    String hint = config.kafka().isEmbedded() ? "" : "; %s must be running".formatted(roles);
    return "passed %d of %d partitions%s".formatted(through, all, hint);
  }

  private static List<ForgottenUnit> forgotten(CutLogs cuts, String id) throws IOException {
    return cuts.manifests().forgotten().complete().stream()
        .filter(forgotten -> forgotten.reset().equals(id))
        .map(ForgottenDump::units)
        .findFirst()
        .orElseThrow();
  }

  private ResetFigures figures(DumpReset reset, CutLogs cuts) throws IOException {
    DedupScope dedup = config.rules().dedup();
    boolean canLose = dedup != DedupScope.NONE || config.nearDedup().isPresent();
    List<String> losing = canLose ? reset.unitsWithRows() : List.of();
    return new ResetFigures(cuts.manifests(), dedup, losing);
  }
}
