package dev.sluice.app.reset;

import dev.sluice.app.Failure;
import dev.sluice.app.ShellCommand;
import dev.sluice.app.output.ChangeLock;
import dev.sluice.app.output.PublishedShards;
import dev.sluice.app.run.Deployment;
import dev.sluice.app.run.FailureMessages;
import dev.sluice.app.run.Stages;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.sink.CompactionPlan;
import dev.sluice.sink.Compactor;
import dev.sluice.sink.CutLogs;
import dev.sluice.sink.SinkSettings;
import dev.sluice.sink.Takedown;
import dev.sluice.storage.output.ForgottenDump;
import dev.sluice.storage.output.ForgottenDumps;
import dev.sluice.storage.output.OutputLayout;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Merges the small shards of an output. Does not need a broker. Unless the broker is embedded,
 * roles may be running. If the job is killed, the next one continues.
 */
public final class CompactJob {
  private static final String STAGE = "compact";
  private static final long TELL_EVERY_NANOS = 5_000_000_000L;

  private final SluiceConfig config;
  private final OutputLayout layout;
  private final Consumer<String> progress;
  private long toldNanos = System.nanoTime();

  /** Creates a job that reports its progress, one line every few seconds. */
  public CompactJob(SluiceConfig config, Consumer<String> progress) {
    this.config = config;
    this.layout = Deployment.layout(config).orElseThrow();
    this.progress = progress;
  }

  /**
   * Reports what would be merged. It changes nothing.
   *
   * @param belowBytes only smaller shards are merged
   */
  public CompactReport plan(long belowBytes) throws IOException {
    SinkSettings settings = Stages.onFiles(config, "", layout.root());
    CutLogs logs = new CutLogs(settings);
    CompactionPlan plan = new Compactor(settings, logs).plan(belowBytes);
    return CompactReport.planned(layout.root(), belowBytes, logs.manifests().listed().size(), plan);
  }

  /**
   * Merges shards.
   *
   * @param belowBytes only smaller shards are merged
   * @throws Failure if another process works on the output, a shard differs from what was
   *     published, or the disk is full
   */
  public CompactReport run(long belowBytes) throws IOException, InterruptedException {
    requireStrings();
    return ChangeLock.whileAlone(config, layout, alone -> run(belowBytes, alone));
  }

  private CompactReport run(long belowBytes, ChangeLock alone)
      throws IOException, InterruptedException {
    SinkSettings settings = Stages.onFiles(config, alone.instanceId(), alone.temporary());
    CutLogs logs = new CutLogs(settings);
    requireNoTakedown(logs);
    requireNoReset(PendingResets.of(layout, alone.publication()), logs);
    PublishedShards.require(logs, config, layout);
    try {
      Compactor.Result result =
          new Compactor(settings, logs, alone::require).run(belowBytes, this::tell);
      return CompactReport.done(
          layout.root(), belowBytes, logs.manifests().listed().size(), result);
    } catch (IOException e) {
      throw FailureMessages.failure(STAGE, layout.root(), e);
    }
  }

  private void tell(int done, int shards) {
    if (System.nanoTime() - toldNanos > TELL_EVERY_NANOS) {
      toldNanos = System.nanoTime();
      progress.accept("merged %,d of %,d shards".formatted(done, shards));
    }
  }

  /** Requires the columns by which rows are read to be strings. */
  private void requireStrings() {
    if (config.output().format().columns().equals(List.of("score"))) {
      throw new Failure(
          "the shards of %s have only the column score (output.columns) and cannot be merged"
              .formatted(layout.root()));
    }
  }

  /** Checks that the last take-down is finished, because it names the shards that it rewrites. */
  private void requireNoTakedown(CutLogs logs) throws IOException {
    if (Takedown.unfinished(logs).isPresent()) {
      throw new Failure(
          "a take-down of %s has started but has not finished: run `%s` first"
              .formatted(layout.root(), ShellCommand.of("takedown").on(config).with("--continue")));
    }
  }

  /**
   * Checks that no reset is pending. Units being forgotten must not be merged with others, because
   * the reset does not know the merged shards.
   */
  private void requireNoReset(PendingResets begun, CutLogs logs) throws IOException {
    ForgottenDumps forgotten = logs.manifests().forgotten();
    List<String> inProgress = forgotten.inProgress().stream().map(ForgottenDump::dump).toList();
    List<String> all = inProgress.isEmpty() ? begun.unfinished(forgotten) : inProgress;
    if (!all.isEmpty()) {
      throw new Failure(
          "the reset of %s has started but has not finished: run `%s` again first (if `status` does not show this reset, it was recorded but never started: delete %s)"
              .formatted(
                  all.get(0),
                  ShellCommand.of("reset").on(config).continuing(all.get(0)),
                  begun.file()));
    }
  }
}
