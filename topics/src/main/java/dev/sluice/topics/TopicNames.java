package dev.sluice.topics;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The names of one output's topics.
 *
 * @param prefix first part of every name
 * @param buckets names of the buckets, ascending by score
 */
public record TopicNames(String prefix, List<String> buckets) {
  /** Checks that the prefix is one that topics can have. */
  public TopicNames {
    Objects.requireNonNull(prefix, "prefix");
    buckets = List.copyOf(buckets);
    if (!prefix.matches("[0-9A-Za-z][0-9A-Za-z._-]{0,99}")) {
      throw new IllegalArgumentException(
          "topic prefix \"" + prefix + "\": allowed are 1 to 100 letters, digits, . _ -");
    }
  }

  /** Documents as ingest sends them. */
  public String documents() {
    return prefix + ".documents";
  }

  /** Documents of one bucket, deduplicated and sampled. */
  public String curated(String bucket) {
    return prefix + ".curated." + bucket;
  }

  /** The curated topics of all buckets, ascending by score. */
  public List<String> curated() {
    return buckets.stream().map(this::curated).toList();
  }

  /** Records that could not be curated. */
  public String rejects() {
    return prefix + ".rejects";
  }

  /** Progress of the units, and the owner of the output; compacted. */
  public String progress() {
    return prefix + ".ingest.progress";
  }

  /** The bucket of a curated topic. */
  public String bucketOf(String curatedTopic) {
    return buckets.stream()
        .filter(bucket -> curated(bucket).equals(curatedTopic))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("not a curated topic: " + curatedTopic));
  }

  /** All topics with the partitions of the documents: every one but the progress. */
  public List<String> partitioned() {
    return Stream.concat(Stream.of(documents(), rejects()), curated().stream()).toList();
  }

  /** The transactional id that a unit is ingested under: one process at a time has it. */
  public String ingestTransaction(String unit) {
    return ingestTransactions() + unit;
  }

  /** What the transactional ids of all units begin with. */
  public String ingestTransactions() {
    return prefix + ".ingest.";
  }

  /** The transactional id that dumps are forgotten under. */
  public String resetTransaction() {
    return prefix + ".reset";
  }

  /** The application id of the topology, and the group of its consumers. */
  public String applicationId() {
    return prefix + ".curation";
  }

  /** The group of the sinks. */
  public String sinkGroup() {
    return prefix + ".sink";
  }
}
