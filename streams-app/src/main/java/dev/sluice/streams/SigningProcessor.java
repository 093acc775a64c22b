package dev.sluice.streams;

import dev.sluice.core.CurationRules;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.streams.JudgedRecord.Row;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.Marker;
import dev.sluice.topics.record.SignatureBlock;
import dev.sluice.topics.record.TopicDocument;
import dev.sluice.topics.record.Watermark;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Sends the signatures of documents that deduplication keeps to the matcher.
 *
 * <pre>
 * document, rows --> a block of signatures
 * watermark, marker (as the watermark of its unit's end), forget record --> as they are
 * </pre>
 *
 * <p>The signatures of a source partition precede the watermark that states that they have all been
 * sent.
 */
final class SigningProcessor implements Processor<byte[], JudgedRecord, byte[], JudgedRecord> {
  /** The only partition of the topic of signatures. */
  private static final int PARTITION = 0;

  private static final byte[] NO_KEY = {};

  private final NearDedup nearDedup;
  private final CurationRules rules;
  private final boolean signs;
  private final TextSigner signer = new TextSigner();
  private ProcessorContext<byte[], JudgedRecord> context;

  /**
   * @param signs whether to sign texts; if not, signatures come with the documents
   */
  SigningProcessor(NearDedup nearDedup, CurationRules rules, boolean signs) {
    this.nearDedup = nearDedup;
    this.rules = rules;
    this.signs = signs;
  }

  @Override
  public void init(ProcessorContext<byte[], JudgedRecord> context) {
    this.context = context;
  }

  @Override
  public void process(Record<byte[], JudgedRecord> record) {
    if (record.value() instanceof JudgedRecord.Passed passed) {
      TopicDocument first = passed.rows().get(0).document();
      SignatureBlock block =
          new SignatureBlock(
              first.unit(), first.file(), passed.rows().stream().map(this::signed).toList());
      send(record, block.encode());
    } else if (record.value() instanceof JudgedRecord.Marked marked) {
      send(record, forMatcher(marked.marker()).encode());
    }
  }

  private static Marker forMatcher(Marker marker) {
    if (marker instanceof EndOfUnit end) {
      return Watermark.end(end.unit().id(), end.partition());
    }
    return marker instanceof Forget forget ? forget.withIdsAlone() : marker;
  }

  private SignatureBlock.Row signed(Row row) {
    TopicDocument document = row.document();
    return new SignatureBlock.Row(
        document.row(),
        document.id(),
        document.dump(),
        rules.buckets().at(row.bucket()).name(),
        signs ? sign((DocumentRecord) document) : row.signature());
  }

  private byte[] sign(DocumentRecord document) {
    return signer
        .sign(
            document.textBytes(),
            document.textOffset(),
            document.textLength(),
            nearDedup.salt(document.dump()))
        .encode();
  }

  private void send(Record<byte[], JudgedRecord> record, byte[] value) {
    context.forward(
        new Record<>(NO_KEY, new JudgedRecord.Encoded(value, PARTITION), record.timestamp()),
        CurationTopology.SIGNATURES);
  }
}
