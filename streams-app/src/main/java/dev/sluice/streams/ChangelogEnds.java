package dev.sluice.streams;

import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.PartitionLogs;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/** The ends of changelogs on a broker. */
record ChangelogEnds(Admin admin) implements DamagedStores.Ends {
  @Override
  public Map<TopicPartition, Long> of(Collection<TopicPartition> changelogs) {
    Set<String> topics = AdminCalls.await(admin.listTopics().names());
    List<TopicPartition> existing =
        changelogs.stream().filter(changelog -> topics.contains(changelog.topic())).toList();
    return PartitionLogs.ends(admin, existing);
  }

  @Override
  public long afterMarker(TopicPartition changelog) {
    PartitionLogs.awaitSettled(admin, List.of(changelog));
    return PartitionLogs.ends(admin, List.of(changelog)).get(changelog);
  }
}
