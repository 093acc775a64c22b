package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.CurationRules;
import dev.sluice.core.Outcome;
import dev.sluice.operators.OperatorRule;
import dev.sluice.operators.OperatorRule.Result;
import dev.sluice.streams.JudgedRecord.PassedRow;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.Reject;
import dev.sluice.topics.record.SelectedRow;
import dev.sluice.topics.record.SelectedRows;
import dev.sluice.topics.record.TopicDocument;
import java.util.List;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Applies the operators to documents that passed the rules: forwards documents with their changed
 * text, counts those that are dropped, and rejects those that operators fail on. If an operator
 * runs out of memory, the task stops and nothing of the record is committed.
 */
final class OperatorsProcessor implements Processor<byte[], JudgedRecord, byte[], JudgedRecord> {
  private final CurationRules rules;
  private final OperatorRule operators;
  private final int maxRecordBytes;
  private final LedgerSupplier ledgers;
  private ProcessorContext<byte[], JudgedRecord> context;
  private Ledger ledger;

  OperatorsProcessor(CurationSettings settings, LedgerSupplier ledgers) {
    this.rules = settings.rules();
    this.operators = settings.operators();
    this.maxRecordBytes = settings.maxRecordBytes();
    this.ledgers = ledgers;
  }

  @Override
  public void init(ProcessorContext<byte[], JudgedRecord> context) {
    this.context = context;
    this.ledger = ledgers.open(context);
  }

  @Override
  public void process(Record<byte[], JudgedRecord> record) {
    if (record.value() instanceof JudgedRecord.Passed passed) {
      apply(record, passed);
    } else if (record.value() instanceof JudgedRecord.PassedRows passed) {
      passed.rows().forEach(row -> endWithoutText(record, passed.all(), row));
    } else {
      context.forward(record, CurationTopology.DEDUPLICATION);
    }
    ledger.flush();
  }

  private void apply(Record<byte[], JudgedRecord> record, JudgedRecord.Passed passed) {
    Result result = result(passed.document());
    if (result instanceof Result.Kept kept) {
      JudgedRecord.Passed next = kept.text().map(passed::withText).orElse(passed);
      context.forward(record.withValue(next), CurationTopology.DEDUPLICATION);
    } else if (result instanceof Result.Ended ended) {
      end(record, passed.document(), passed.bucket(), passed.value(), ended);
    }
  }

  /** Operators need the text, so a row without it ends as one whose text is too large for them. */
  private void endWithoutText(
      Record<byte[], JudgedRecord> record, SelectedRows all, PassedRow passed) {
    SelectedRow row = passed.row();
    if (operators.oversize(row.pointer().orElseThrow().length()) instanceof Result.Ended ended) {
      end(record.withKey(row.id()), row, passed.bucket(), all.only(List.of(row)), ended);
    }
  }

  private Result result(DocumentRecord document) {
    return document.pointer().isPresent()
        ? operators.oversize(document.pointer().get().length())
        : operators.apply(
            new OperatorRule.Row(
                document.id(),
                document.score(),
                document.dump(),
                document.textBytes(),
                document.textOffset(),
                document.textLength()));
  }

  private void end(
      Record<byte[], JudgedRecord> record,
      TopicDocument document,
      int bucketIndex,
      byte[] value,
      Result.Ended ended) {
    String bucket = rules.buckets().at(bucketIndex).name();
    ledger.count(document.unit(), document.dump(), bucket, ended.outcome(), ended.reason());
    ledgers.gauge().drop(document, ended.outcome(), ended.reason());
    if (ended.outcome() == Outcome.REJECTED) {
      reject(record, value, ended);
    }
  }

  /** Rejects a document with its original bytes. */
  private void reject(Record<byte[], JudgedRecord> record, byte[] value, Result.Ended ended) {
    RecordMetadata source = context.recordMetadata().orElseThrow();
    String reason = "%s: %s: %s".formatted(ended.outcome().key(), ended.reason(), ended.message());
    byte[] reject =
        Reject.encode(
            reason,
            source.partition(),
            source.offset(),
            value,
            maxRecordBytes - record.key().length);
    Record<byte[], JudgedRecord> rejected = record.withValue(new JudgedRecord.Rejected(reject));
    rejected.headers().add("operator", ended.reason().getBytes(UTF_8));
    context.forward(rejected, CurationTopology.REJECTS);
  }
}
