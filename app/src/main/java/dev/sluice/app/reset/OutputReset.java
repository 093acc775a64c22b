package dev.sluice.app.reset;

import dev.sluice.app.Failure;
import dev.sluice.app.ShellCommand;
import dev.sluice.app.output.ChangeLock;
import dev.sluice.app.output.InstanceDirectories;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.app.output.OwnFiles;
import dev.sluice.app.run.BrokerReach;
import dev.sluice.app.run.Deployment;
import dev.sluice.app.run.OutputTopics;
import dev.sluice.app.run.StartChecks;
import dev.sluice.core.values.ByteSize;
import dev.sluice.core.work.FileTree;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.ingest.reset.DumpReset;
import dev.sluice.ingest.reset.ResetPlan.ResetRefusedException;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;

/**
 * Removes a whole output in this order: shards and records, cut records, topics or embedded broker,
 * the lock that keeps compactions and other resets away, directories of instances, and last the
 * owner record. As long as the owner record exists, the next reset continues.
 */
public final class OutputReset {
  private final SluiceConfig config;
  private final OutputLayout layout;
  private final Consumer<String> warnings;

  /**
   * Creates a reset of the configured output.
   *
   * @param warnings receives, before anything is deleted, what cannot be made again from the input
   */
  public OutputReset(SluiceConfig config, Consumer<String> warnings) {
    this.config = config;
    this.warnings = warnings;
    this.layout = Deployment.layout(config).orElseThrow();
  }

  /**
   * Removes everything, or reports what would be removed.
   *
   * @param dryRun whether to change nothing
   * @throws dev.sluice.settings.ConfigException if broker or directory belong to another output
   * @throws Failure while a role, a compaction or another reset is running
   */
  public OutputResetReport run(boolean dryRun) throws IOException, InterruptedException {
    Optional<OutputOwner> owner = OutputOwner.read(layout);
    if (owner.isEmpty()) {
      return new OutputResetReport(
          layout.root().toString(),
          ResetReport.NOTHING_LEFT,
          0,
          0,
          List.of(),
          List.of(),
          List.of());
    }
    if (dryRun) {
      // In a local output, the lock of a directory shows whether another process is working.
      ChangeLock.requireFree(layout);
      return run(owner.get(), Optional.empty());
    }
    try (ChangeLock alone = ChangeLock.take(layout, config.workDirectory().orElseThrow())) {
      return run(owner.get(), Optional.of(alone));
    }
  }

  /** Removes everything if the lock is held; otherwise only reports what would be removed. */
  private OutputResetReport run(OutputOwner owner, Optional<ChangeLock> alone)
      throws IOException, InterruptedException {
    OwnFiles files = OwnFiles.of(layout, owner, config.dataset().name());
    try (InstanceDirectories directories = InstanceDirectories.lock(config, layout, alone)) {
      warn(files);
      return config.kafka().isEmbedded()
          ? runEmbedded(owner, files, directories, alone)
          : runOnBroker(owner, files, directories, alone);
    }
  }

  private void warn(OwnFiles files) {
    if (files.data().stream().anyMatch(file -> file.startsWith(layout.takedowns()))) {
      warnings.accept(
          "The entries of all take-downs of %s go, too. To keep documents out of a later output, first export the entries: `%s`"
              .formatted(
                  layout.root(),
                  ShellCommand.of("takedown").on(config).with("--export", "all.list")));
    }
  }

  private OutputResetReport runEmbedded(
      OutputOwner owner,
      OwnFiles files,
      InstanceDirectories directories,
      Optional<ChangeLock> alone)
      throws IOException {
    checkEmbedded(owner, files);
    OutputResetReport report = report(files, List.of(), directories, alone.isEmpty());
    if (alone.isPresent()) {
      deleteFiles(files);
      finish(alone.get(), directories);
    }
    return report;
  }

  /**
   * Checks that the broker is the one with which the output was started; otherwise, topics on the
   * other broker would remain.
   */
  private void checkEmbedded(OutputOwner owner, OwnFiles files) throws IOException {
    Path work = config.workDirectory().orElseThrow();
    Optional<String> there = EmbeddedBroker.clusterId(StartChecks.brokerData(work));
    boolean other = there.isPresent() && !there.get().equals(owner.clusterId());
    if (other || there.isEmpty() && !files.cuts().isEmpty()) {
      throw new ConfigException(
          "kafka.bootstrap-servers",
          "%s was started on cluster %s, but the cluster in %s is %s: specify the right broker with --kafka or --work-dir"
              .formatted(layout.root(), owner.clusterId(), work, there.orElse("missing")));
    }
  }

  private OutputResetReport runOnBroker(
      OutputOwner owner,
      OwnFiles files,
      InstanceDirectories directories,
      Optional<ChangeLock> alone)
      throws IOException, InterruptedException {
    String servers = config.kafka().bootstrapServers();
    KafkaConnection connection = new KafkaConnection(servers, config.kafka().properties());
    TopicNames names = new TopicNames(owner.topicPrefix(), owner.buckets());
    try (Admin admin = connection.admin()) {
      Problems problems = new Problems();
      owner.compareBroker(servers, BrokerReach.clusterId(connection), problems);
      problems.throwIfAny();
      OutputTopics topics = new OutputTopics(admin, connection, names);
      List<String> there = topics.there();
      if (!there.isEmpty()) {
        topics.checkOwner(owner.outputId(), problems);
        problems.throwIfAny();
        requireNobodyReading(connection, names);
      }
      topics.requireIdle();
      OutputResetReport report = report(files, there, directories, alone.isEmpty());
      if (alone.isPresent()) {
        deleteFiles(files);
        topics.delete();
        finish(alone.get(), directories);
      }
      return report;
    }
  }

  private static void requireNobodyReading(KafkaConnection connection, TopicNames names) {
    try {
      DumpReset.requireNobodyReading(connection, names);
    } catch (ResetRefusedException e) {
      throw new Failure(e.getMessage(), e);
    }
  }

  private OutputResetReport report(
      OwnFiles files, List<String> topics, InstanceDirectories directories, boolean dryRun)
      throws IOException {
    List<Path> all = new ArrayList<>(files.data());
    all.addAll(files.cuts());
    long bytes = 0;
    for (Path file : all) {
      bytes += Files.size(file);
    }
    return new OutputResetReport(
        layout.root().toString(),
        dryRun ? ResetReport.PLANNED : ResetReport.FORGOTTEN,
        all.size(),
        bytes,
        topics,
        directories.paths().stream().map(Path::toString).toList(),
        files.foreign().stream().map(Path::toString).toList());
  }

  private void deleteFiles(OwnFiles files) throws IOException {
    for (Path file : files.data()) {
      Files.deleteIfExists(file);
    }
    for (Path file : files.cuts()) {
      Files.deleteIfExists(file);
    }
    FileTree.deleteAll(layout.owner().resolveSibling("tmp"));
  }

  private void finish(ChangeLock alone, InstanceDirectories directories) throws IOException {
    alone.end();
    directories.delete();
    FileTree.deleteEmpty(layout.shards());
    Files.deleteIfExists(layout.owner());
    FileTree.deleteEmpty(layout.owner().getParent());
  }

  /**
   * The result of the reset of a whole output, or its plan.
   *
   * @param output directory of the output
   * @param state {@code planned}, {@code forgotten}, or {@code nothing_left}
   * @param files number of files of the output: shards, manifests, records
   * @param bytes total size of the shards
   * @param topics topics on a broker that is not embedded
   * @param directories directories of instances, with state and embedded broker
   * @param leftAlone files in the output that Sluice has not written, which remain
   */
  public record OutputResetReport(
      String output,
      String state,
      int files,
      long bytes,
      List<String> topics,
      List<String> directories,
      List<String> leftAlone) {
    private static final int SHOWN = 10;

    /** Returns the report as text. */
    public String text() {
      if (state.equals(ResetReport.NOTHING_LEFT)) {
        return "%s is not an output of Sluice: nothing is left to forget.\n".formatted(output);
      }
      boolean planned = state.equals(ResetReport.PLANNED);
      List<String> lines = new ArrayList<>();
      lines.add(output + (planned ? " would be forgotten:" : " is forgotten:"));
      lines.add("  files        %,d, %s".formatted(files, ByteSize.approximate(bytes)));
      topics.forEach(topic -> lines.add("  topic        " + topic));
      directories.forEach(directory -> lines.add("  directory    " + directory));
      leftAlone.stream().limit(SHOWN).forEach(file -> lines.add("  left alone   " + file));
      if (leftAlone.size() > SHOWN) {
        lines.add("  left alone   %,d more".formatted(leftAlone.size() - SHOWN));
      }
      if (planned) {
        lines.add("Nothing was changed. To forget the output, run the command without --dry-run.");
      }
      return String.join("\n", lines) + "\n";
    }
  }
}
