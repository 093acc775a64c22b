package dev.sluice.streams;

import dev.sluice.core.Bucket;
import dev.sluice.topics.TopicNames;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StreamPartitioner;

/**
 * Documents in; each to the topic of its bucket, once, or counted by the reason it was dropped for.
 *
 * <p>A pure function of its settings: no I/O, nothing is started. One source topic and no
 * repartitioning, so the partition of a document is that of its id from ingest to the shards, and
 * one task writes one partition of every curated topic in the order of its source.
 */
public final class CurationTopology {
  /** Node that reads {@code documents}. */
  public static final String SOURCE = "documents";

  /** Node that applies the rules before deduplication. */
  public static final String RULES = "rules";

  /** Node that applies the operators; only where there are any. */
  public static final String OPERATORS = "operators";

  /** Node that keeps the first copy of every id. */
  public static final String DEDUPLICATION = "deduplication";

  /** Node that writes the rejects. */
  public static final String REJECTS = "rejects";

  private CurationTopology() {}

  /** The name of the node that writes the curated topic of a bucket. */
  public static String curatedNode(String bucket) {
    return "curated-" + bucket;
  }

  /** Builds the topology. */
  public static Topology build(CurationSettings settings) {
    TopicNames names = settings.names();
    LedgerSupplier ledger = new LedgerSupplier(settings.documentsTopicId());
    Topology topology = new Topology();
    topology.addSource(
        AutoOffsetReset.earliest(),
        SOURCE,
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        names.documents());
    topology.addProcessor(RULES, new RulesProcessorSupplier(settings, ledger), SOURCE);
    List<String> judges = judges(settings);
    if (judges.contains(OPERATORS)) {
      topology.addProcessor(OPERATORS, new OperatorsProcessorSupplier(settings, ledger), RULES);
    }
    topology.addProcessor(
        DEDUPLICATION,
        new DeduplicationProcessorSupplier(settings.rules(), ledger),
        judges.get(judges.size() - 1));
    for (Bucket bucket : settings.rules().buckets().all()) {
      topology.addSink(
          curatedNode(bucket.name()),
          names.curated(bucket.name()),
          new ByteArraySerializer(),
          new JudgedSerializer(settings.format().serializer()),
          new SamePartition(),
          DEDUPLICATION);
    }
    topology.addSink(
        REJECTS,
        names.rejects(),
        new ByteArraySerializer(),
        new JudgedSerializer(new ByteArraySerializer()),
        new SamePartition(),
        judges.toArray(String[]::new));
    return topology;
  }

  /** The nodes between the source and deduplication, in their order; all of them may reject. */
  private static List<String> judges(CurationSettings settings) {
    return settings.operators().isEmpty() ? List.of(RULES) : List.of(RULES, OPERATORS);
  }

  /** The node that the rules hand on to. */
  static String behindRules(CurationSettings settings) {
    return settings.operators().isEmpty() ? DEDUPLICATION : OPERATORS;
  }

  /**
   * Sends a document where its id came from, by the producer's own hash of the same key over the
   * same number of partitions, and a marker to the partition that it names: its key says nothing.
   */
  private static final class SamePartition implements StreamPartitioner<byte[], JudgedRecord> {
    @Override
    public Optional<Set<Integer>> partitions(
        String topic, byte[] key, JudgedRecord record, int partitions) {
      return Optional.of(Set.of(record.partition(key, partitions)));
    }
  }
}
