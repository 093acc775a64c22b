package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.CurationRules;
import dev.sluice.core.Outcome;
import dev.sluice.operators.OperatorRule;
import dev.sluice.operators.OperatorRule.Result;
import dev.sluice.streams.JudgedRecord.Row;
import dev.sluice.streams.Ledger.LedgerSupplier;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.Reject;
import dev.sluice.topics.record.TopicDocument;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Applies the operators to documents that passed the rules. It forwards documents with their
 * changed texts, counts documents that are dropped, and rejects documents on which an operator
 * fails. If an operator runs out of memory, the task stops and nothing of the record is committed.
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
    } else {
      context.forward(record, CurationTopology.DEDUPLICATION);
    }
    ledger.flush();
  }

  private void apply(Record<byte[], JudgedRecord> record, JudgedRecord.Passed passed) {
    List<Row> kept = new ArrayList<>(passed.rows().size());
    for (Row row : passed.rows()) {
      Result result = result(row.document());
      if (result instanceof Result.Kept same) {
        kept.add(same.text().map(row::withText).orElse(row));
      } else if (result instanceof Result.Ended ended) {
        end(record, row, ended);
      }
    }
    if (!kept.isEmpty()) {
      context.forward(record.withValue(passed.with(kept)), CurationTopology.DEDUPLICATION);
    }
  }

  /**
   * Applies the operators. A row without its text is treated like a row whose text is too large for
   * the operators.
   */
  private Result result(TopicDocument document) {
    return document instanceof DocumentRecord whole && whole.pointer().isEmpty()
        ? operators.apply(
            new OperatorRule.Row(
                whole.id(),
                whole.score(),
                whole.dump(),
                whole.textBytes(),
                whole.textOffset(),
                whole.textLength()))
        : operators.oversize(document.pointer().orElseThrow().length());
  }

  private void end(Record<byte[], JudgedRecord> record, Row row, Result.Ended ended) {
    TopicDocument document = row.document();
    String bucket = rules.buckets().at(row.bucket()).name();
    ledger.count(document.unit(), document.dump(), bucket, ended.outcome(), ended.reason());
    ledgers.gauge().drop(document, ended.outcome(), ended.reason());
    if (ended.outcome() == Outcome.REJECTED) {
      reject(record.withKey(document.id()), document.recordOf(List.of(document)), ended);
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
    Record<byte[], JudgedRecord> rejected =
        record.withValue(new JudgedRecord.Encoded(reject, source.partition()));
    rejected.headers().add("operator", ended.reason().getBytes(UTF_8));
    context.forward(rejected, CurationTopology.REJECTS);
  }
}
