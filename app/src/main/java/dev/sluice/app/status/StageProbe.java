package dev.sluice.app.status;

import dev.sluice.app.status.StageStatus.PartitionStatus;
import dev.sluice.topics.GroupOffsets;
import dev.sluice.topics.PartitionLogs;
import dev.sluice.topics.TopicNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;

/** What topology and sinks have not consumed yet, according to the broker. */
final class StageProbe {
  private static final double NANOS = 1e9;

  private final Admin admin;
  private final TopicNames names;
  private final List<TopicPartition> documents = new ArrayList<>();
  private final List<TopicPartition> curated = new ArrayList<>();

  StageProbe(Admin admin, TopicNames names, int partitions) {
    this.admin = admin;
    this.names = names;
    for (int i = 0; i < partitions; i++) {
      documents.add(new TopicPartition(names.documents(), i));
    }
    for (String topic : names.curated()) {
      for (int i = 0; i < partitions; i++) {
        curated.add(new TopicPartition(topic, i));
      }
    }
  }

  /**
   * The positions at one moment.
   *
   * @param nanos the time
   * @param topology partitions of documents
   * @param sink partitions of the curated topics
   */
  record Sample(long nanos, List<PartitionStatus> topology, List<PartitionStatus> sink) {}

  Sample sample() {
    List<TopicPartition> all = new ArrayList<>(documents);
    all.addAll(curated);
    Map<TopicPartition, Long> starts = PartitionLogs.starts(admin, all);
    Map<TopicPartition, Long> taken = GroupOffsets.committed(admin, names.applicationId());
    Map<TopicPartition, Long> written = GroupOffsets.committed(admin, names.sinkGroup());
    Map<TopicPartition, Long> ends = PartitionLogs.ends(admin, all);
    return new Sample(
        System.nanoTime(),
        positions(documents, starts, taken, ends),
        positions(curated, starts, written, ends));
  }

  private static List<PartitionStatus> positions(
      List<TopicPartition> partitions,
      Map<TopicPartition, Long> starts,
      Map<TopicPartition, Long> committed,
      Map<TopicPartition, Long> ends) {
    return partitions.stream()
        .map(
            partition -> {
              long start = starts.get(partition);
              long position = Math.max(start, committed.getOrDefault(partition, start));
              return new PartitionStatus(partition.toString(), position, ends.get(partition));
            })
        .toList();
  }

  /** Both stages at the second moment, with their rates since the first, if any. */
  static List<StageStatus> stages(Optional<Sample> first, Sample second) {
    return List.of(
        stage(
            "topology",
            first.map(Sample::topology),
            first.map(Sample::nanos),
            second.topology(),
            second.nanos()),
        stage(
            "sink",
            first.map(Sample::sink),
            first.map(Sample::nanos),
            second.sink(),
            second.nanos()));
  }

  private static StageStatus stage(
      String name,
      Optional<List<PartitionStatus>> before,
      Optional<Long> beforeNanos,
      List<PartitionStatus> now,
      long nowNanos) {
    long lag = now.stream().mapToLong(PartitionStatus::lag).sum();
    OptionalDouble perSecond =
        before.isPresent()
            ? OptionalDouble.of(
                Math.max(0, position(now) - position(before.get()))
                    / ((nowNanos - beforeNanos.orElseThrow()) / NANOS))
            : OptionalDouble.empty();
    return new StageStatus(name, new Pace(lag, perSecond), now);
  }

  private static long position(List<PartitionStatus> partitions) {
    return partitions.stream().mapToLong(PartitionStatus::position).sum();
  }

  /** The size of each topic of the output: the largest replica of each partition. */
  SortedMap<String, Long> topicBytes() {
    Map<TopicPartition, Long> sizes;
    try {
      sizes = PartitionLogs.bytes(admin);
    } catch (AuthorizationException e) {
      // Not every client may ask the cluster for sizes.
      return new TreeMap<>();
    }
    SortedMap<String, Long> topics = new TreeMap<>();
    sizes.forEach(
        (partition, bytes) -> {
          if (isOurs(partition.topic())) {
            topics.merge(partition.topic(), bytes, Long::sum);
          }
        });
    return topics;
  }

  private boolean isOurs(String topic) {
    return names.partitioned().contains(topic)
        || topic.equals(names.progress())
        || topic.startsWith(names.applicationId() + "-");
  }
}
