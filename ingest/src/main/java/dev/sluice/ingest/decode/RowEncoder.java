package dev.sluice.ingest.decode;

import dev.sluice.core.Counters;
import dev.sluice.core.CurationRules;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowFlag;
import dev.sluice.core.RowJudge;
import dev.sluice.core.ScoreBuckets;
import dev.sluice.core.Unit;
import dev.sluice.core.Verdict;
import dev.sluice.core.gauge.DropExample;
import dev.sluice.ingest.decode.DecodePipeline.EncodedBatch;
import dev.sluice.ingest.decode.RowRecords.RowSigner;
import dev.sluice.ingest.decode.RowRecords.Waiting;
import dev.sluice.storage.source.RowRejection;
import dev.sluice.storage.source.ScaledRow;
import dev.sluice.storage.source.SourceRow;
import dev.sluice.topics.Partitions;
import dev.sluice.topics.record.DocumentEncoder;
import dev.sluice.topics.record.Reject;
import dev.sluice.topics.record.TextLocation;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Turns the rows of one row group into batches of records. Counts every row, applies the rules, and
 * encodes the rows that push-down does not drop, with their keys if they are signed here. Not
 * thread-safe: one encoder per row group.
 */
final class RowEncoder implements SourceRow.RowConsumer {
  /**
   * Outcomes whose rows push-down drops. Invalid UTF-8 is published, because the topology writes
   * the rejects.
   */
  private static final Set<Outcome> DROPPED_HERE =
      EnumSet.of(
          Outcome.MISSING_SCORE,
          Outcome.INVALID_SCORE,
          Outcome.EMPTY_TEXT,
          Outcome.FILTERED_OUT,
          Outcome.SAMPLED_OUT);

  /** Outcomes of rows that cannot be published, with or without push-down. */
  private static final Set<Outcome> REJECTED_HERE =
      EnumSet.of(Outcome.INVALID_ROW, Outcome.REJECTED);

  /** Outcomes decided before text and id are examined. Such rows get no flags. */
  private static final Set<Outcome> BEFORE_FLAGS =
      EnumSet.of(Outcome.MISSING_SCORE, Outcome.INVALID_SCORE, Outcome.EMPTY_TEXT);

  /** The partition and offset in rejects of rows that were never in {@code documents}. */
  private static final int NOWHERE = -1;

  private final IngestSettings settings;
  private final String file;
  private final BatchConsumer batches;
  private final CurationRules rules;
  private final RowJudge judge;
  private final RowRecords records;
  private final Waiting waiting = new Waiting();
  private final DocumentEncoder rejects;
  private final Map<Counters.Key, long[]> counts = new HashMap<>();
  private SortedMap<String, Long> lostLater = new TreeMap<>();
  private long nextRow;

  /** Receives batches as they are filled. This may block. */
  @FunctionalInterface
  interface BatchConsumer {
    void accept(EncodedBatch batch) throws InterruptedException;
  }

  /**
   * @param text where the texts of these rows are while the rows pass through the topics
   * @param signer computes the keys of rows; used by this encoder only while it encodes
   * @param firstRow number of the first row to publish; earlier rows are neither counted nor
   *     published again
   */
  RowEncoder(
      IngestSettings settings,
      TextLocation text,
      Optional<RowSigner> signer,
      Unit unit,
      String file,
      int rowGroup,
      long firstRow,
      BatchConsumer batches) {
    this.settings = settings;
    this.file = file;
    this.nextRow = firstRow;
    this.batches = batches;
    this.rules = settings.rules();
    this.judge = new RowJudge(rules);
    this.records =
        text == TextLocation.SOURCE
            ? new SelectedRowRecords(settings, signer, unit, file, rowGroup, waiting)
            : new DocumentRecords(settings, signer, unit, file, rowGroup, waiting);
    this.rejects = new DocumentEncoder(unit.id(), file);
  }

  @Override
  public void accept(SourceRow row) throws IOException, InterruptedException {
    if (row.row() < nextRow) {
      return;
    }
    if (row.passesFilter()) {
      encode(new ScaledRow(file, row, rules.scoreScale()));
    } else {
      drop(row);
    }
    if (records.isFull()) {
      flush();
    }
  }

  /** Counts a row that the filter drops, with or without push-down. */
  private void drop(SourceRow row) {
    nextRow = row.row() + 1;
    count(row, ScoreBuckets.NONE, Counters.ROWS);
    count(row, ScoreBuckets.NONE, Outcome.FILTERED_OUT.key());
    addExample(row, Outcome.FILTERED_OUT);
  }

  private void encode(ScaledRow scaled) throws IOException {
    Verdict verdict = scaled.judge(judge);
    count(scaled, verdict);
    if (!endsHere(verdict)) {
      send(scaled, verdict);
    } else if (REJECTED_HERE.contains(verdict.outcome())) {
      reject(scaled, verdict.bucket(), scaled.row().rejection().orElseThrow());
    }
  }

  /**
   * Rejects a row that has a defect, whose values the filter cannot compare, or whose carried
   * columns do not fit into a record. The reject is a document without score and text that names
   * file, row and dump.
   */
  private void reject(ScaledRow scaled, int bucket, RowRejection why) {
    SourceRow row = scaled.row();
    if (why.outcome() == Outcome.REJECTED) {
      count(row, bucket, Counters.detail(Outcome.REJECTED, why.reason()));
    }
    byte[] id = scaled.id();
    byte[] reject =
        Reject.encode(
            "%s: %s".formatted(why.outcome().key(), why.message()),
            NOWHERE,
            NOWHERE,
            rejects.encodeWithoutText(
                new DocumentEncoder.Head(row.row(), row.dump(), OptionalDouble.empty()), id),
            settings.input().maxRecordBytes() - id.length);
    waiting.add(
        new ProducerRecord<>(
            settings.topics().rejects(), Partitions.of(id, settings.partitions()), id, reject));
    waiting.addBytes(id.length + reject.length);
  }

  private void count(SourceRow row, int bucket, String counter) {
    String name =
        bucket == ScoreBuckets.NONE ? Counters.NO_BUCKET : rules.buckets().at(bucket).name();
    counts.computeIfAbsent(new Counters.Key(row.dump(), name, counter), key -> new long[1])[0]++;
  }

  /** Drops handed-over texts after a failed read. Rows may be read again afterwards. */
  void dropTexts() {
    records.dropTexts();
  }

  /** Hands over the current batch, even if it is empty, so that its counters arrive. */
  void flush() throws InterruptedException {
    records.finish();
    Counters counted = new Counters();
    counts.forEach((key, rows) -> counted.add(key, rows[0]));
    counts.clear();
    long bytes = waiting.bytes();
    batches.accept(new EncodedBatch(waiting.take(), counted, losses(counted), nextRow, bytes));
  }

  /**
   * Returns the losses since the last batch. If the input has no id column, missing ids are not
   * losses.
   */
  private SortedMap<String, Long> losses(Counters counted) {
    SortedMap<String, Long> losses = lostLater;
    lostLater = new TreeMap<>();
    for (String counter : InputLosses.COUNTERS) {
      long rows = counted.total(counter);
      if (rows > 0) {
        losses.merge(counter, rows, Long::sum);
      }
    }
    if (settings.columns().mapping().id().isEmpty()) {
      losses.remove(RowFlag.MISSING_ID.key());
    }
    return losses;
  }

  private void count(ScaledRow scaled, Verdict verdict) {
    SourceRow row = scaled.row();
    nextRow = row.row() + 1;
    count(row, ScoreBuckets.NONE, Counters.ROWS);
    if (row.defect().isEmpty() && !BEFORE_FLAGS.contains(verdict.outcome())) {
      if (!row.hasId()) {
        count(row, ScoreBuckets.NONE, RowFlag.MISSING_ID.key());
      }
      if (scaled.isShort()) {
        count(row, ScoreBuckets.NONE, RowFlag.SHORT_TEXT.key());
      }
    }
    if (verdict.outcome() == Outcome.INVALID_SCORE && scaled.score() > rules.maxScore()) {
      count(row, ScoreBuckets.NONE, RowFlag.SCORE_ABOVE_MAX.key());
    }
    if (endsHere(verdict)) {
      count(row, verdict.bucket(), verdict.outcome().key());
      addExample(row, verdict.outcome());
    }
  }

  private boolean endsHere(Verdict verdict) {
    return REJECTED_HERE.contains(verdict.outcome())
        || settings.reading().pushDown() && DROPPED_HERE.contains(verdict.outcome());
  }

  private void addExample(SourceRow row, Outcome outcome) {
    if (settings.examples().want(outcome.key())) {
      byte[] id = new ScaledRow(file, row, rules.scoreScale()).id();
      DropExample example = DropExample.of(id, file, row.row());
      settings
          .examples()
          .add(
              outcome.key(),
              row.hasText()
                  ? example.withText(row.textBytes(), row.textOffset(), row.textLength())
                  : example);
    }
  }

  private void send(ScaledRow scaled, Verdict verdict) throws IOException {
    count(scaled.row(), ScoreBuckets.NONE, Counters.SENT);
    if (verdict.outcome().isLoss()) {
      lostLater.merge(verdict.outcome().key(), 1L, Long::sum);
    }
    records.add(scaled, verdict);
  }
}
