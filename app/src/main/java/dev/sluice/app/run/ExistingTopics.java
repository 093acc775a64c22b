package dev.sluice.app.run;

import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.TopicProvisioner;
import dev.sluice.topics.progress.Ownership.Owner;
import dev.sluice.topics.progress.ProgressLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.kafka.clients.admin.Admin;

/** The configuration that topics were created with, for a role that has no access to the output. */
public final class ExistingTopics {
  private ExistingTopics() {}

  /**
   * The content configuration in the owner record of the configured topics.
   *
   * @return values by key; empty if an existing output provides them, if the broker is embedded, or
   *     if the topics have no owner
   * @throws dev.sluice.app.Failure if the broker does not answer
   * @throws dev.sluice.settings.ConfigException if it refuses this client
   * @throws IOException if the output cannot be read
   */
  public static SortedMap<String, String> remembered(SluiceConfig config) throws IOException {
    Optional<Path> output = config.output().path();
    boolean hasOwner = output.isPresent() && Files.exists(OutputLayout.owner(output.get()));
    if (hasOwner || config.kafka().isEmbedded()) {
      return Collections.emptySortedMap();
    }
    KafkaConnection connection =
        new KafkaConnection(config.kafka().bootstrapServers(), config.kafka().properties());
    BrokerReach.clusterId(connection);
    String progress = new TopicNames(config.kafka().topicPrefix(), List.of()).progress();
    try (Admin admin = connection.admin()) {
      if (new TopicProvisioner(admin).partitions(progress) == 0) {
        return Collections.emptySortedMap();
      }
    }
    return new ProgressLog(connection, progress)
        .read()
        .owner()
        .map(Owner::content)
        .orElse(Collections.emptySortedMap());
  }
}
