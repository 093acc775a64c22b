package dev.sluice.ingest.decode;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.CurationRules;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowFlag;
import dev.sluice.core.RowJudge;
import dev.sluice.core.Unit;
import dev.sluice.core.Utf8;
import dev.sluice.core.Verdict;
import dev.sluice.storage.source.RowConsumer;
import dev.sluice.storage.source.ScaledRow;
import dev.sluice.storage.source.SourceRow;
import dev.sluice.topics.Partitions;
import dev.sluice.topics.record.DocumentEncoder;
import dev.sluice.topics.record.TextDigest;
import dev.sluice.topics.record.TextPointer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Turns the rows of one row group into batches of records. Counts every row, applies the rules, and
 * encodes the rows that push-down does not drop. Not thread-safe: one encoder per row group.
 */
final class RowEncoder implements RowConsumer {
  private static final long BATCH_BYTES = 1 << 20;

  /**
   * Outcomes that push-down drops. Invalid UTF-8 is published, because the topology writes the
   * rejects.
   */
  private static final Set<Outcome> DROPPED_HERE =
      EnumSet.of(
          Outcome.MISSING_SCORE,
          Outcome.INVALID_SCORE,
          Outcome.EMPTY_TEXT,
          Outcome.FILTERED_OUT,
          Outcome.SAMPLED_OUT);

  /** Outcomes decided before text and id are examined: such rows get no flags. */
  private static final Set<Outcome> BEFORE_FLAGS =
      EnumSet.of(Outcome.MISSING_SCORE, Outcome.INVALID_SCORE, Outcome.EMPTY_TEXT);

  private final IngestSettings settings;
  private final String file;
  private final int rowGroup;
  private final BatchConsumer batches;
  private final CurationRules rules;
  private final RowJudge judge;
  private final DocumentEncoder encoder;
  private final Tally tally;
  private List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
  private long bytes;
  private long nextRow;

  /** Receives batches as they are filled; may block. */
  @FunctionalInterface
  interface BatchConsumer {
    void accept(EncodedBatch batch) throws InterruptedException;
  }

  /**
   * @param firstRow rows before it were published earlier and are neither counted nor published
   *     again
   */
  RowEncoder(
      IngestSettings settings,
      Unit unit,
      String file,
      int rowGroup,
      long firstRow,
      BatchConsumer batches) {
    this.settings = settings;
    this.file = file;
    this.rowGroup = rowGroup;
    this.nextRow = firstRow;
    this.batches = batches;
    this.rules = settings.rules();
    this.judge = new RowJudge(rules);
    this.encoder = new DocumentEncoder(unit.id(), file);
    this.tally = new Tally(rules.buckets());
  }

  @Override
  public void accept(SourceRow row) throws InterruptedException {
    if (row.row() < nextRow) {
      return;
    }
    nextRow = row.row() + 1;
    ScaledRow scaled = new ScaledRow(file, row, rules.scoreScale());
    Verdict verdict = judge.judge(scaled);
    count(scaled, verdict);
    if (!settings.pushDown() || !DROPPED_HERE.contains(verdict.outcome())) {
      send(scaled, verdict);
    }
    if (bytes >= BATCH_BYTES) {
      flush();
    }
  }

  /** Hands over the last batch, even an empty one, so that its counters arrive. */
  void flush() throws InterruptedException {
    batches.accept(new EncodedBatch(records, tally.take(), nextRow, bytes));
    records = new ArrayList<>();
    bytes = 0;
  }

  private void count(ScaledRow scaled, Verdict verdict) {
    SourceRow row = scaled.row();
    String dump = row.dump();
    tally.row(dump);
    if (!BEFORE_FLAGS.contains(verdict.outcome())) {
      if (!row.hasId()) {
        tally.flag(dump, RowFlag.MISSING_ID);
      }
      if (scaled.isShort()) {
        tally.flag(dump, RowFlag.SHORT_TEXT);
      }
    }
    if (verdict.outcome() == Outcome.INVALID_SCORE && scaled.score() > rules.maxScore()) {
      tally.flag(dump, RowFlag.SCORE_ABOVE_MAX);
    }
    if (settings.pushDown() && DROPPED_HERE.contains(verdict.outcome())) {
      tally.outcome(dump, verdict);
    }
  }

  private void send(ScaledRow scaled, Verdict verdict) {
    SourceRow row = scaled.row();
    tally.sent(row.dump());
    byte[] id = scaled.id();
    OptionalDouble score =
        row.hasScore() ? OptionalDouble.of(scaled.score()) : OptionalDouble.empty();
    DocumentEncoder.Head head = new DocumentEncoder.Head(row.row(), row.dump(), score);
    byte[] value = encode(head, id, row, verdict);
    RecordHeaders headers = new RecordHeaders();
    headers.add("dump", row.dump().getBytes(UTF_8));
    if (row.hasScore()) {
      headers.add("score", Double.toString(scaled.score()).getBytes(US_ASCII));
    }
    records.add(
        new ProducerRecord<>(
            settings.topics().documents(),
            Partitions.of(id, settings.partitions()),
            id,
            value,
            headers));
    bytes += id.length + value.length;
  }

  private byte[] encode(DocumentEncoder.Head head, byte[] id, SourceRow row, Verdict verdict) {
    int length = row.textLength();
    boolean oversize = length > settings.maxDocumentBytes();
    if (!row.hasText() || (oversize && verdict.outcome() == Outcome.EMPTY_TEXT)) {
      return encoder.encodeWithoutText(head, id);
    }
    return oversize
        ? encoder.encode(head, id, pointer(row))
        : encoder.encode(head, id, row.textBytes(), row.textOffset(), length);
  }

  private TextPointer pointer(SourceRow row) {
    return new TextPointer(
        rowGroup,
        row.textLength(),
        TextDigest.of(row.textBytes(), row.textOffset(), row.textLength()),
        Utf8.isWellFormed(row.textBytes(), row.textOffset(), row.textLength()));
  }
}
