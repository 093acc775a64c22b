package dev.sluice.app.run;

import dev.sluice.app.output.OutputOwner;
import dev.sluice.app.output.WorkDirectory;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.publish.Publication;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.progress.Ownership;
import dev.sluice.topics.progress.Ownership.Owner;
import dev.sluice.topics.progress.ProgressLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;

/**
 * Records the owner of the topics in the topics, and the location of the topics in the output.
 * Fails if the topics belong to a different output, or the output to different topics. If several
 * roles start at the same time, one writes the records and all use them.
 */
final class OutputClaim {
  private final SluiceConfig config;
  private final KafkaConnection connection;
  private final String clusterId;
  private final Ownership topics;
  private final Optional<OutputLayout> layout;

  OutputClaim(
      SluiceConfig config,
      KafkaConnection connection,
      TopicNames names,
      ProgressLog log,
      String clusterId) {
    this.config = config;
    this.connection = connection;
    this.clusterId = clusterId;
    this.topics = new Ownership(connection, names, log);
    this.layout = Deployment.layout(config);
  }

  /**
   * Claims topics and output.
   *
   * @param begun the output's record, if it exists
   * @param partitions number of partitions of the topics
   * @param work directory of this process
   * @return the configuration that decides content, including the number of partitions
   * @throws dev.sluice.settings.ConfigException if the topics belong to a different output, or the
   *     output to different topics
   */
  SortedMap<String, String> claim(Optional<OutputOwner> begun, int partitions, WorkDirectory work)
      throws IOException {
    if (layout.isPresent()) {
      deleteTemporary(layout.get().temporary(work.instanceId(), work.path()));
    }
    OutputOwner output = begun.orElseGet(() -> OutputOwner.begin(config, clusterId, partitions));
    if (layout.isPresent() && begun.isEmpty()) {
      output = begin(output, layout.get(), work);
    }
    String outputId = layout.isPresent() ? output.outputId() : "";
    Owner owner =
        topics.claim(
            new Owner(outputId, output.content()),
            there -> there.outputId().isEmpty() ? new Owner(outputId, there.content()) : there);
    check(Optional.of(owner), output);
    return output.content();
  }

  /**
   * Deletes the file that a killed claim of this instance left. Later, only the sink looks into
   * this directory.
   */
  private static void deleteTemporary(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      new Publication(directory).clear();
    }
  }

  private OutputOwner begin(OutputOwner ours, OutputLayout root, WorkDirectory work)
      throws IOException {
    Optional<Owner> there = topics.read();
    // This is read after the claim, because a role of this output that owns the topics has written
    // the file before.
    OutputOwner output = OutputOwner.read(root).orElse(ours);
    check(there, output);
    Path temporary = root.temporary(work.instanceId(), work.path());
    output = output.writeIfFirst(root, new Publication(temporary));
    requireOurs(output);
    return output;
  }

  /**
   * Checks that a role that started the output at the same time used this configuration and broker.
   */
  private void requireOurs(OutputOwner output) {
    Problems problems = new Problems();
    output.compare(config, problems);
    output.compareBroker(connection.bootstrapServers(), clusterId, problems);
    problems.throwIfAny();
  }

  private void check(Optional<Owner> owner, OutputOwner output) {
    Problems problems = new Problems();
    owner.ifPresent(
        there -> {
          if (layout.isPresent() && there.isOtherThan(output.outputId())) {
            problems.add(
                "kafka.topic-prefix",
                "the topics %s.* on this broker belong to another output: choose a different prefix"
                    .formatted(config.kafka().topicPrefix()));
          } else {
            OutputOwner.compare(
                there.content(), config.content(), OptionalInt.of(output.partitions()), problems);
          }
        });
    problems.throwIfAny();
  }
}
