package dev.sluice.app.reset;

import dev.sluice.app.Failure;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.app.run.BrokerAccess;
import dev.sluice.app.run.Deployment;
import dev.sluice.app.run.OutputTopics;
import dev.sluice.app.run.StartChecks;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.PartitionLogs;
import dev.sluice.topics.RecordTrimmer;
import dev.sluice.topics.TopicNames;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Deletes the records of the topic of rejects. They may have texts that were taken down, and never
 * expire. The broker deletes their files later.
 */
public final class RejectsPurge {
  private RejectsPurge() {}

  /**
   * Deletes all records that there are. Starts the embedded broker if it is not running.
   *
   * @return what was deleted, and where the files stay
   * @throws ConfigException if the broker or its topics belong to another output
   * @throws Failure if the broker refuses
   */
  public static String run(SluiceConfig config) throws IOException {
    OutputOwner owner = OutputOwner.read(Deployment.layout(config).orElseThrow()).orElseThrow();
    TopicNames names = new TopicNames(owner.topicPrefix(), owner.buckets());
    try (BrokerAccess broker = BrokerAccess.open(config);
        Admin admin = broker.connection().admin()) {
      Problems problems = new Problems();
      owner.compareBroker(broker.connection().bootstrapServers(), broker.clusterId(), problems);
      new OutputTopics(admin, broker.connection(), names).checkOwner(owner.outputId(), problems);
      problems.throwIfAny();
      List<TopicPartition> partitions = AdminCalls.partitions(admin, List.of(names.rejects()));
      Map<TopicPartition, Long> ends = PartitionLogs.ends(admin, partitions);
      AdminCalls.await(new RecordTrimmer(admin).trim(ends));
      return "%s: deleted all records. %s".formatted(names.rejects(), files(config));
    } catch (KafkaException e) {
      throw new Failure("the records of rejects cannot be deleted: " + e.getMessage(), e);
    }
  }

  private static String files(SluiceConfig config) {
    return config.kafka().isEmbedded()
        ? "Their files stay until a later run deletes them. If no dump will be added, delete the"
            + " directory %s; run then refuses the output"
                .formatted(StartChecks.brokerData(config.workDirectory().orElseThrow()))
        : "The broker deletes their files later";
  }
}
