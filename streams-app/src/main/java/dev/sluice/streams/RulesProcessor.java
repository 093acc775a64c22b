package dev.sluice.streams;

import dev.sluice.core.Counters;
import dev.sluice.core.CurationRules;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowJudge;
import dev.sluice.core.ScoreBuckets;
import dev.sluice.core.Verdict;
import dev.sluice.streams.JudgedRecord.Row;
import dev.sluice.streams.Ledger.LedgerSupplier;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.Reject;
import dev.sluice.topics.record.RowSignatures;
import dev.sluice.topics.record.TopicDocument;
import dev.sluice.topics.record.TopicRecord;
import dev.sluice.topics.record.Watermark;
import dev.sluice.topics.record.WriterSchemas;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the rules to every record of {@code documents}.
 *
 * <pre>
 *                +-- passes ----------------> next node
 * document, row -+-- dropped ---------------> counted
 *                +-- invalid text ----------> counted, rejects
 * marker --------+-- first of its unit -----> next node, with the unit's counters
 * forget record -+-- first of its reset ----> next node
 * watermark -----+-- of a unit not ended ----> next node
 * anything else ----------------------------> rejects
 * </pre>
 *
 * <p>With near-deduplication, the signatures that ingest has sent in a header are moved from the
 * header to the rows.
 *
 * <p>Records with an offset below the ledger's position were processed by an earlier generation of
 * the consumer group and are skipped. A malformed record is rejected instead of failing the task,
 * because it would fail again at every restart. Every other error stops the topology.
 */
final class RulesProcessor implements Processor<byte[], byte[], byte[], JudgedRecord> {
  private static final Logger LOG = LoggerFactory.getLogger(RulesProcessor.class);

  /**
   * The maximum size of a key in bytes, which no id exceeds. Rejects omit longer keys of malformed
   * records.
   */
  private static final int LARGEST_KEY = 64 << 10;

  private final CurationRules rules;
  private final WriterSchemas schemas;
  private final int maxRecordBytes;
  private final boolean nearDedup;
  private final boolean signsHere;
  private final LedgerSupplier ledgers;
  private final RowJudge judge;
  private final String next;
  private ProcessorContext<byte[], JudgedRecord> context;
  private Ledger ledger;

  RulesProcessor(CurationSettings settings, LedgerSupplier ledgers) {
    this.rules = settings.rules();
    this.schemas = settings.schemas();
    this.maxRecordBytes = settings.maxRecordBytes();
    this.nearDedup = settings.nearDedup().isPresent();
    this.signsHere = settings.signs();
    this.ledgers = ledgers;
    this.judge = new RowJudge(rules);
    this.next = CurationTopology.afterRules(settings);
  }

  @Override
  public void init(ProcessorContext<byte[], JudgedRecord> context) {
    this.context = context;
    this.ledger = ledgers.begin(context);
  }

  @Override
  public void close() {
    ledger.close();
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata source = context.recordMetadata().orElseThrow();
    if (!ledger.advance(source.offset())) {
      return;
    }
    byte[] raw = record.value() == null ? new byte[0] : record.value();
    try {
      TopicRecord value = schemas.read(record.key(), raw, source.partition());
      if (value instanceof EndOfUnit marker) {
        end(record, marker);
      } else if (value instanceof Forget forget) {
        forget(record, forget);
      } else if (value instanceof Watermark watermark) {
        reach(record, watermark);
      } else {
        judge(record, value.documents(), source);
      }
    } catch (MalformedRecordException e) {
      LOG.atWarn()
          .addKeyValue("topic", source.topic())
          .addKeyValue("partition", source.partition())
          .addKeyValue("offset", source.offset())
          .addKeyValue("reason", e.getMessage())
          .log("rejected a record that is not a document");
      rejectMalformed(record, raw, "malformed: " + e.getMessage(), source);
    }
    ledger.flush();
  }

  private void judge(
      Record<byte[], byte[]> record, List<? extends TopicDocument> documents, RecordMetadata source)
      throws MalformedRecordException {
    byte[][] signatures = takeSignatures(record, documents.size());
    List<Row> passed = new ArrayList<>(documents.size());
    for (int i = 0; i < documents.size(); i++) {
      TopicDocument document = documents.get(i);
      Verdict verdict = judge.judge(document);
      if (verdict.passes()) {
        passed.add(new Row(document, verdict.bucket(), signatures[i]));
      } else {
        drop(record, document, verdict, source);
      }
    }
    if (!passed.isEmpty()) {
      context.forward(record.withValue(new JudgedRecord.Passed(passed, source.partition())), next);
    }
  }

  /**
   * Removes the signatures of a record's rows from its headers. They are empty if
   * near-deduplication is off, or if the topology signs documents.
   */
  private byte[][] takeSignatures(Record<byte[], byte[]> record, int rows)
      throws MalformedRecordException {
    if (!nearDedup) {
      return new byte[rows][0];
    }
    Header header = record.headers().lastHeader(RowSignatures.HEADER);
    record.headers().remove(RowSignatures.HEADER);
    if (signsHere) {
      return new byte[rows][0];
    }
    if (header == null || header.value() == null) {
      throw new MalformedRecordException("the record lacks the signatures of its rows");
    }
    return RowSignatures.parse(header.value(), rows);
  }

  /** Counts a document that does not pass, and rejects it if its text is invalid. */
  private void drop(
      Record<byte[], byte[]> record,
      TopicDocument document,
      Verdict verdict,
      RecordMetadata source) {
    String bucket =
        verdict.bucket() == ScoreBuckets.NONE
            ? Counters.NO_BUCKET
            : rules.buckets().at(verdict.bucket()).name();
    ledger.count(document.unit(), document.dump(), bucket, verdict.outcome());
    ledgers.gauge().drop(document, verdict.outcome());
    if (verdict.outcome() == Outcome.INVALID_TEXT) {
      byte[] value = document.recordOf(List.of(document));
      byte[] reject =
          Reject.encode(verdict.outcome().key(), source.partition(), source.offset(), value);
      context.forward(
          record
              .withKey(document.id())
              .withValue(new JudgedRecord.Encoded(reject, source.partition())),
          CurationTopology.REJECTS);
    }
  }

  private void end(Record<byte[], byte[]> record, EndOfUnit marker) {
    String unit = marker.unit().id();
    Counters curated = ledger.counted(unit);
    if (ledger.end(unit)) {
      context.forward(record.withValue(new JudgedRecord.Marked(marker.withCurated(curated))), next);
    }
  }

  private void forget(Record<byte[], byte[]> record, Forget forget) {
    if (ledger.reset(forget.reset())) {
      forget.units().forEach(unit -> ledger.forget(unit.unit()));
      context.forward(record.withValue(new JudgedRecord.Marked(forget)), next);
    }
  }

  /** Forwards a watermark, unless its unit has ended. */
  private void reach(Record<byte[], byte[]> record, Watermark watermark)
      throws MalformedRecordException {
    if (!nearDedup) {
      throw new MalformedRecordException(
          "the record is a watermark, although near-deduplication is off");
    }
    if (watermark.ended()) {
      throw new MalformedRecordException(
          "the record is a watermark for the end of a unit, but lacks the unit's marker");
    }
    if (!ledger.hasEnded(watermark.unit())) {
      context.forward(record.withValue(new JudgedRecord.Marked(watermark)), next);
    }
  }

  /**
   * Rejects a malformed record. Omits its headers and a large key, so that the reject fits into a
   * record of its topic.
   */
  private void rejectMalformed(
      Record<byte[], byte[]> record, byte[] raw, String reason, RecordMetadata source) {
    boolean isLarge = record.key() != null && record.key().length > LARGEST_KEY;
    byte[] key = isLarge || record.key() == null ? new byte[0] : record.key();
    byte[] reject =
        Reject.encode(
            reason, source.partition(), source.offset(), raw, maxRecordBytes - key.length);
    context.forward(
        new Record<>(key, new JudgedRecord.Encoded(reject, source.partition()), record.timestamp()),
        CurationTopology.REJECTS);
  }
}
