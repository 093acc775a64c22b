package dev.sluice.streams;

import dev.sluice.core.Bucket;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.streams.Ledger.LedgerSupplier;
import dev.sluice.streams.gauge.TopologyGauge;
import dev.sluice.topics.TopicNames;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StreamPartitioner;

/**
 * Builds the topology. The topology sends each document at most once to the topic of its bucket,
 * and counts each dropped document by the reason for dropping it.
 *
 * <pre>
 * documents --> rules --> [operators] --> deduplication --> curated.BUCKET, one per bucket
 *                 |            |               |
 *                 +------------+--> rejects    +--> [signing] --> signatures
 * </pre>
 *
 * <p>The topic {@code signatures} exists only with near-deduplication, and has one partition, in
 * which the records of a source partition keep their order.
 *
 * <p>There is one source topic and no repartitioning, so a document keeps the partition of its id
 * from ingest to the shards, and one task writes each partition of the curated topics in the order
 * of its source. Markers depend on this order, because in each partition all documents of a unit
 * must precede its marker.
 *
 * <p>Building is a pure function of the settings, which does no I/O and starts nothing.
 */
public final class CurationTopology {
  /** The node that reads {@code documents}. */
  public static final String SOURCE = "documents";

  /** The node that applies the rules. */
  public static final String RULES = "rules";

  /** The node that applies the operators. Absent if there are none. */
  public static final String OPERATORS = "operators";

  /** The node that keeps the first document of every id. */
  public static final String DEDUPLICATION = "deduplication";

  /** The node that writes rejects. */
  public static final String REJECTS = "rejects";

  /** The node that makes blocks of signatures. Absent without near-deduplication. */
  public static final String SIGNING = "signing";

  /** The node that writes the topic of signatures. Absent without near-deduplication. */
  public static final String SIGNATURES = "signatures";

  /**
   * Sends a record to the partition that it came from. Kafka deprecates the method that this
   * implements, but it is still the only one that has to be implemented.
   */
  @SuppressWarnings("removal")
  private static final StreamPartitioner<byte[], JudgedRecord> OWN_PARTITION =
      (topic, key, record, partitions) -> Optional.of(Set.of(record.partition()));

  private CurationTopology() {}

  /** Returns the name of the node that writes the curated topic of a bucket. */
  public static String curatedNode(String bucket) {
    return "curated-" + bucket;
  }

  /**
   * Builds the topology.
   *
   * @param gauge gauge that shows what the topology counts, if {@link StreamsRunner} runs the
   *     topology with the same gauge
   */
  public static Topology build(CurationSettings settings, TopologyGauge gauge) {
    TopicNames names = settings.names();
    LedgerSupplier ledger = new LedgerSupplier(settings.documentsTopicId(), gauge);
    Topology topology = new Topology();
    topology.addSource(
        AutoOffsetReset.earliest(),
        SOURCE,
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        names.documents());
    topology.addProcessor(RULES, () -> new RulesProcessor(settings, ledger), SOURCE);
    List<String> judges = judges(settings);
    if (judges.contains(OPERATORS)) {
      topology.addProcessor(OPERATORS, () -> new OperatorsProcessor(settings, ledger), RULES);
    }
    boolean nearDedup = settings.nearDedup().isPresent();
    topology.addProcessor(
        DEDUPLICATION,
        () -> new DeduplicationProcessor(settings.rules(), nearDedup, ledger),
        judges.get(judges.size() - 1));
    topology.addStateStore(DeduplicationProcessor.store(), DEDUPLICATION);
    topology.addStateStore(
        ledger.builder(),
        Stream.concat(judges.stream(), Stream.of(DEDUPLICATION)).toArray(String[]::new));
    for (Bucket bucket : settings.rules().buckets().all()) {
      topology.addSink(
          curatedNode(bucket.name()),
          names.curated(bucket.name()),
          new ByteArraySerializer(),
          encoding(settings.format().serializer()),
          OWN_PARTITION,
          DEDUPLICATION);
    }
    settings.nearDedup().ifPresent(near -> addSignatures(topology, settings, near));
    topology.addSink(
        REJECTS,
        names.rejects(),
        new ByteArraySerializer(),
        encoding(new ByteArraySerializer()),
        OWN_PARTITION,
        judges.toArray(String[]::new));
    return topology;
  }

  private static void addSignatures(Topology topology, CurationSettings settings, NearDedup near) {
    topology.addProcessor(
        SIGNING,
        () -> new SigningProcessor(near, settings.rules(), settings.signs()),
        DEDUPLICATION);
    topology.addSink(
        SIGNATURES,
        settings.names().signatures(),
        new ByteArraySerializer(),
        encoding(new ByteArraySerializer()),
        OWN_PARTITION,
        SIGNING);
  }

  /**
   * Returns the nodes between source and deduplication, in order. All of them may reject records.
   */
  private static List<String> judges(CurationSettings settings) {
    return settings.operators().isEmpty() ? List.of(RULES) : List.of(RULES, OPERATORS);
  }

  /** Returns the node after the rules. */
  static String afterRules(CurationSettings settings) {
    return settings.operators().isEmpty() ? DEDUPLICATION : OPERATORS;
  }

  /** Encodes the records of a sink node in the wire format of its topic. */
  private static Serializer<JudgedRecord> encoding(Serializer<byte[]> format) {
    return (topic, record) -> format.serialize(topic, record.value());
  }
}
