package dev.sluice.ingest.decode;

import dev.sluice.core.CurationRules;
import dev.sluice.core.gauge.DropExamples;
import dev.sluice.ingest.decode.RowRecords.RowSigner;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.settings.InputConfig;
import dev.sluice.settings.InputSelection;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.SourceColumns;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.source.TextHandOver;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.record.TextLocation;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * The settings for reading sources and publishing their rows. Of these, only columns, rules,
 * near-deduplication and the maximum document size affect the content of an output.
 *
 * @param input input to read, with a selection
 * @param reading push-down and transactions
 * @param rules rules for push-down
 * @param nearDedup near-deduplication, if configured: units are then read one after another over
 *     all processes, and transactions state how far they have come
 * @param signs whether records carry the signatures of their rows, for {@code nearDedup}; false if
 *     operators change texts later
 * @param workers threads that decode row groups
 * @param decodeBytes memory for row groups being decoded or waiting
 * @param producerBytes memory of the producer; at least two of the largest records
 * @param text where texts are while documents pass through the topics
 * @param handOver takes texts to a sink in this process
 * @param examples takes rows that are dropped here
 * @param retry retries of reads
 * @param topics names of the topics
 * @param partitions number of partitions of the documents topic
 */
public record IngestSettings(
    InputConfig input,
    SluiceConfig.IngestConfig reading,
    CurationRules rules,
    Optional<NearDedup> nearDedup,
    boolean signs,
    int workers,
    long decodeBytes,
    long producerBytes,
    TextLocation text,
    Optional<TextHandOver> handOver,
    DropExamples examples,
    IoRetry retry,
    TopicNames topics,
    int partitions) {
  /** Checks the numbers. */
  public IngestSettings {
    Objects.requireNonNull(reading, "reading");
    if (workers < 1) {
      throw new IllegalArgumentException("ingest.workers " + workers + " must be at least 1");
    }
    if (signs && nearDedup.isEmpty()) {
      throw new IllegalArgumentException("signatures require near-deduplication");
    }
  }

  /**
   * Creates a signer for the rows of a file, or of a part of it. The result is empty if ingest does
   * not sign rows.
   */
  Optional<RowSigner> signer() {
    return nearDedup.filter(rule -> signs).map(RowSigner::new);
  }

  /** Returns the selected input. */
  public InputSelection selection() {
    return input.selection().orElseThrow();
  }

  /** Returns the columns that hold the fields of a document. */
  public SourceColumns columns() {
    return input.columns();
  }

  /** Returns the root of the sources. */
  public Path root() {
    return selection().root();
  }
}
