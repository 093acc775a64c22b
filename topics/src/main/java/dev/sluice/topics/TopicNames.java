package dev.sluice.topics;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The names of the topics of an output, and of its groups and transactions.
 *
 * @param prefix prefix of every name
 * @param buckets names of the buckets, ascending by score
 */
public record TopicNames(String prefix, List<String> buckets) {
  /** Checks that the prefix is valid in a topic name. */
  public TopicNames {
    Objects.requireNonNull(prefix, "prefix");
    buckets = List.copyOf(buckets);
    if (!prefix.matches("[0-9A-Za-z][0-9A-Za-z._-]{0,99}")) {
      throw new IllegalArgumentException(
          "topic prefix \"" + prefix + "\" must be 1 to 100 characters (letters, digits, ., _, -)");
    }
  }

  /** Returns the topic of documents, as ingest sends them. */
  public String documents() {
    return prefix + ".documents";
  }

  /** Returns the topic of a bucket's curated documents. */
  public String curated(String bucket) {
    return prefix + ".curated." + bucket;
  }

  /** Returns the curated topics of all buckets, ascending by score. */
  public List<String> curated() {
    return buckets.stream().map(this::curated).toList();
  }

  /**
   * Returns the topic of signatures of documents. It has one partition, and exists only with
   * near-deduplication.
   */
  public String signatures() {
    return prefix + ".signatures";
  }

  /** Returns the topic of records that could not be curated. */
  public String rejects() {
    return prefix + ".rejects";
  }

  /** Returns the compacted topic that has the progress of the units and the owner of the output. */
  public String progress() {
    return prefix + ".ingest.progress";
  }

  /** Returns the bucket of a curated topic. */
  public String bucketOf(String curatedTopic) {
    return buckets.stream()
        .filter(bucket -> curated(bucket).equals(curatedTopic))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("not a curated topic: " + curatedTopic));
  }

  /**
   * Returns all topics with the configured number of partitions. These are all topics except the
   * progress topic and the topic of signatures.
   */
  public List<String> partitioned() {
    return Stream.concat(Stream.of(documents(), rejects()), curated().stream()).toList();
  }

  /** Returns the transactional id of a unit's ingest. Only one process at a time can use it. */
  public String ingestTransaction(String unit) {
    return ingestTransactions() + unit;
  }

  /** Returns the prefix of the transactional ids of all units. */
  public String ingestTransactions() {
    return prefix + ".ingest.";
  }

  /** Returns the transactional id of resets. */
  public String resetTransaction() {
    return prefix + ".reset";
  }

  /** Returns the application id of the topology. It is also the topology's consumer group. */
  public String applicationId() {
    return prefix + ".curation";
  }

  /** Returns the consumer group of the matchers. One of them is active. */
  public String matcherGroup() {
    return prefix + ".matcher";
  }

  /** Returns the consumer group of the sinks. */
  public String sinkGroup() {
    return prefix + ".sink";
  }
}
