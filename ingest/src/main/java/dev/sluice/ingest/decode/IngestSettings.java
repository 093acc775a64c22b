package dev.sluice.ingest.decode;

import dev.sluice.core.CurationRules;
import dev.sluice.core.gauge.DropExamples;
import dev.sluice.operators.minhash.NearDedup;
import dev.sluice.settings.InputSelection;
import dev.sluice.settings.SourceColumns;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.source.TextHandOver;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.record.TextLocation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How sources are read and published. Of these, only columns, rules, near-deduplication and the
 * largest document affect the content of an output.
 *
 * @param selection what is read
 * @param pattern glob on paths below each directory; without one, all data by name
 * @param columns that hold the fields of a document
 * @param rules for push-down
 * @param pushDown whether rows that the rules drop are not published
 * @param nearDedup with it, units are read one after another over all processes, and transactions
 *     say up to where they have come
 * @param signs whether records carry the keys of their rows, for {@code nearDedup}: not if
 *     operators change texts later
 * @param workers threads that decode row groups
 * @param decodeBytes memory for row groups being decoded or waiting
 * @param producerBytes memory of the producer; at least two of the largest records
 * @param transactionBytes a transaction is committed when its records, and texts that they stand
 *     for, have this much
 * @param transactionInterval or has been open for this long
 * @param text where texts are while documents travel
 * @param handOver takes texts to a sink in this process
 * @param examples takes rows that are dropped here
 * @param maxDocumentBytes larger texts stay in the source in any case, see {@link
 *     dev.sluice.topics.record.TextPointer}
 * @param retry for reads
 * @param topics their names
 * @param partitions of the documents topic
 */
public record IngestSettings(
    InputSelection selection,
    Optional<String> pattern,
    SourceColumns columns,
    CurationRules rules,
    boolean pushDown,
    Optional<NearDedup> nearDedup,
    boolean signs,
    int workers,
    long decodeBytes,
    long producerBytes,
    long transactionBytes,
    Duration transactionInterval,
    TextLocation text,
    Optional<TextHandOver> handOver,
    DropExamples examples,
    long maxDocumentBytes,
    IoRetry retry,
    TopicNames topics,
    int partitions) {
  /** Room in a record for everything but the text: id, names, headers. */
  public static final int RECORD_OVERHEAD_BYTES = 1 << 20;

  /** Checks the numbers. */
  public IngestSettings {
    Objects.requireNonNull(selection, "selection");
    if (workers < 1) {
      throw new IllegalArgumentException("ingest.workers " + workers + " must be at least 1");
    }
    if (signs && nearDedup.isEmpty()) {
      throw new IllegalArgumentException("keys without near-deduplication");
    }
  }

  /** Signs the rows of a file, or of a part of it; empty if rows are not signed here. */
  Optional<RowSigner> signer() {
    return nearDedup.filter(rule -> signs).map(RowSigner::new);
  }

  /** The root of the sources. */
  public Path input() {
    return selection.root();
  }

  /** The size of the largest record of a document. */
  public int maxRecordBytes() {
    return Math.toIntExact(maxDocumentBytes + RECORD_OVERHEAD_BYTES);
  }
}
