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
import dev.sluice.storage.source.RowConsumer;
import dev.sluice.storage.source.RowRejection;
import dev.sluice.storage.source.ScaledRow;
import dev.sluice.storage.source.SourceRow;
import dev.sluice.topics.record.TextLocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Turns the rows of one row group into batches of records. Counts every row, applies the rules, and
 * encodes the rows that push-down does not drop, with their keys if they are signed here. Not
 * thread-safe: one encoder per row group.
 */
final class RowEncoder implements RowConsumer {
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

  /** Outcomes of rows that cannot be published, push-down or not. */
  private static final Set<Outcome> REJECTED_HERE =
      EnumSet.of(Outcome.INVALID_ROW, Outcome.REJECTED);

  /** Outcomes decided before text and id are examined: such rows get no flags. */
  private static final Set<Outcome> BEFORE_FLAGS =
      EnumSet.of(Outcome.MISSING_SCORE, Outcome.INVALID_SCORE, Outcome.EMPTY_TEXT);

  private static final Verdict FILTERED_OUT = new Verdict(Outcome.FILTERED_OUT, ScoreBuckets.NONE);

  private final IngestSettings settings;
  private final String file;
  private final BatchConsumer batches;
  private final CurationRules rules;
  private final RowJudge judge;
  private final RowRecords records;
  private final RowRejects rejects;
  private final Tally tally;
  private long nextRow;

  /** Receives batches as they are filled; may block. */
  @FunctionalInterface
  interface BatchConsumer {
    void accept(EncodedBatch batch) throws InterruptedException;
  }

  /**
   * @param text where the texts of these rows are while they travel
   * @param signer computes the keys of rows; used by this encoder only while it encodes
   * @param firstRow rows before it were published earlier and are neither counted nor published
   *     again
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
            ? new SelectedRowRecords(settings, signer, unit, file, rowGroup)
            : new DocumentRecords(settings, signer, unit, file, rowGroup);
    this.rejects = new RowRejects(settings, unit, file);
    this.tally = new Tally(rules.buckets());
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
    if (records.isFull() || rejects.isFull()) {
      flush();
    }
  }

  /** Counts a row that the filter drops, push-down or not. */
  private void drop(SourceRow row) {
    nextRow = row.row() + 1;
    tally.row(row.dump());
    tally.outcome(row.dump(), FILTERED_OUT);
    addExample(row, FILTERED_OUT.outcome());
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

  private void reject(ScaledRow scaled, int bucket, RowRejection why) {
    if (why.outcome() == Outcome.REJECTED) {
      tally.rejected(scaled.row().dump(), bucket, why.reason());
    }
    rejects.add(scaled, why.outcome(), why.message());
  }

  /** Must follow if reading fails; rows may be read again afterwards. */
  void dropTexts() {
    records.dropTexts();
  }

  /** Hands over the last batch, even an empty one, so that its counters arrive. */
  void flush() throws InterruptedException {
    List<ProducerRecord<byte[], byte[]>> taken = new ArrayList<>(records.take());
    taken.addAll(rejects.take());
    Counters counted = tally.take();
    batches.accept(
        new EncodedBatch(
            taken, counted, losses(counted), nextRow, records.takeBytes() + rejects.takeBytes()));
  }

  /** Rows lack no id where no column holds ids. */
  private SortedMap<String, Long> losses(Counters counted) {
    SortedMap<String, Long> losses = tally.takeLostLater();
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
    String dump = row.dump();
    nextRow = row.row() + 1;
    tally.row(dump);
    if (row.defect().isEmpty() && !BEFORE_FLAGS.contains(verdict.outcome())) {
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
    if (endsHere(verdict)) {
      tally.outcome(dump, verdict);
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
    tally.sent(scaled.row().dump(), verdict.outcome());
    records.add(scaled, verdict);
  }
}
