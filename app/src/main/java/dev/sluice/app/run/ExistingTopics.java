package dev.sluice.app.run;

import dev.sluice.app.config.SluiceConfig;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.TopicProvisioner;
import dev.sluice.topics.progress.Owner;
import dev.sluice.topics.progress.ProgressLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.kafka.clients.admin.Admin;

/** What topics were begun with, for a role that sees no output that could tell it. */
public final class ExistingTopics {
  private ExistingTopics() {}

  /**
   * The content configuration in the owner record of the topics that a configuration leads to.
   *
   * @return values by key; none where an output that was begun tells them, where the broker is
   *     embedded, or where nobody has begun the topics
   * @throws dev.sluice.app.Failure when the broker does not answer
   * @throws dev.sluice.app.config.ConfigException when it does not let us in
   * @throws IOException when the output cannot be read
   */
  public static SortedMap<String, String> remembered(SluiceConfig config) throws IOException {
    Optional<Path> output = config.output().path();
    boolean told = output.isPresent() && Files.exists(OutputLayout.owner(output.get()));
    if (told || config.kafka().isEmbedded()) {
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
