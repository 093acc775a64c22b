package dev.sluice.app.status;

import dev.sluice.app.status.StatusReport.Partition;
import dev.sluice.app.status.StatusReport.Stage;
import dev.sluice.topics.PartitionLogs;
import dev.sluice.topics.TopicNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;

/**
 * Measures how many records the topology, the matcher and the sinks have not consumed yet,
 * according to the broker.
 */
final class StageProbe {
  private static final double NANOS = 1e9;

  private final Admin admin;
  private final TopicNames names;
  private final List<TopicPartition> documents = new ArrayList<>();
  private final List<TopicPartition> signatures = new ArrayList<>();
  private final List<TopicPartition> curated = new ArrayList<>();

  /**
   * @param nearDedup whether there is a topic of signatures
   */
  StageProbe(Admin admin, TopicNames names, int partitions, boolean nearDedup) {
    this.admin = admin;
    this.names = names;
    for (int i = 0; i < partitions; i++) {
      documents.add(new TopicPartition(names.documents(), i));
    }
    if (nearDedup) {
      signatures.add(new TopicPartition(names.signatures(), 0));
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
   * @param nanos time in nanoseconds
   * @param topology partitions of documents
   * @param matcher the partition of signatures; none without near-deduplication
   * @param sink partitions of the curated topics
   */
  record Sample(
      long nanos, List<Partition> topology, List<Partition> matcher, List<Partition> sink) {}

  Sample sample() {
    List<TopicPartition> all = new ArrayList<>(documents);
    all.addAll(signatures);
    all.addAll(curated);
    Map<TopicPartition, Long> starts = PartitionLogs.starts(admin, all);
    Map<TopicPartition, Long> taken = PartitionLogs.committed(admin, names.applicationId());
    Map<TopicPartition, Long> compared =
        signatures.isEmpty() ? Map.of() : PartitionLogs.committed(admin, names.matcherGroup());
    Map<TopicPartition, Long> written = PartitionLogs.committed(admin, names.sinkGroup());
    Map<TopicPartition, Long> ends = PartitionLogs.ends(admin, all);
    return new Sample(
        System.nanoTime(),
        positions(documents, starts, taken, ends),
        positions(signatures, starts, compared, ends),
        positions(curated, starts, written, ends));
  }

  private static List<Partition> positions(
      List<TopicPartition> partitions,
      Map<TopicPartition, Long> starts,
      Map<TopicPartition, Long> committed,
      Map<TopicPartition, Long> ends) {
    return partitions.stream()
        .map(
            partition -> {
              long start = starts.get(partition);
              long position = Math.max(start, committed.getOrDefault(partition, start));
              return new Partition(partition.toString(), position, ends.get(partition));
            })
        .toList();
  }

  /**
   * Returns the stages at the second moment. If there is a first moment, they have their rates
   * since then.
   */
  static List<Stage> stages(Optional<Sample> first, Sample second) {
    List<Stage> stages = new ArrayList<>();
    stages.add(stage("topology", first, second, Sample::topology));
    if (!second.matcher().isEmpty()) {
      stages.add(stage("matcher", first, second, Sample::matcher));
    }
    stages.add(stage("sink", first, second, Sample::sink));
    return stages;
  }

  private static Stage stage(
      String name, Optional<Sample> first, Sample second, Function<Sample, List<Partition>> of) {
    List<Partition> now = of.apply(second);
    long lag = now.stream().mapToLong(Partition::lag).sum();
    Double perSecond = null;
    if (first.isPresent()) {
      double seconds = (second.nanos() - first.get().nanos()) / NANOS;
      long moved = position(now) - position(of.apply(first.get()));
      perSecond = StatusReport.rounded(Math.max(0, moved) / seconds);
    }
    return new Stage(name, lag, perSecond, now);
  }

  private static long position(List<Partition> partitions) {
    return partitions.stream().mapToLong(Partition::position).sum();
  }

  /**
   * Returns the size of each topic of the output. It is the sum, over partitions, of the largest
   * replica.
   */
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
        || topic.equals(names.signatures())
        || topic.equals(names.progress())
        || topic.startsWith(names.applicationId() + "-");
  }
}
