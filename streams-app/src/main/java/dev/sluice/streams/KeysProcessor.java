package dev.sluice.streams;

import dev.sluice.operators.minhash.BandSigner;
import dev.sluice.operators.minhash.NearDedup;
import dev.sluice.streams.JudgedRecord.PassedRow;
import dev.sluice.streams.keys.KeyBlocks;
import dev.sluice.topics.record.Watermark;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Sends the keys of documents that deduplication keeps to their bands.
 *
 * <pre>
 * document, rows --> a block of keys --> each band that they have a key in
 * watermark, marker (as the watermark of its unit's end), forget record --> every band
 * </pre>
 *
 * <p>In every band, the keys of a source partition precede the watermark of that partition which
 * says that they have all been sent.
 */
final class KeysProcessor implements Processor<byte[], JudgedRecord, byte[], JudgedRecord> {
  private static final byte[] NO_KEY = {};

  private final NearDedup nearDedup;
  private final boolean signs;
  private final BandSigner signer;
  private final KeyBlocks blocks;
  private final long[] signed;
  private ProcessorContext<byte[], JudgedRecord> context;

  /**
   * @param signs whether to compute the keys of texts; if not, they come with the documents
   */
  KeysProcessor(NearDedup nearDedup, boolean signs) {
    this.nearDedup = nearDedup;
    this.signs = signs;
    this.signer = nearDedup.keys().signer();
    this.blocks = new KeyBlocks(nearDedup.bands());
    this.signed = new long[nearDedup.bands()];
  }

  @Override
  public void init(ProcessorContext<byte[], JudgedRecord> context) {
    this.context = context;
  }

  @Override
  public void process(Record<byte[], JudgedRecord> record) {
    if (record.value() instanceof JudgedRecord.Passed passed) {
      add(passed);
      sendBlocks(record);
    } else if (record.value() instanceof JudgedRecord.PassedRows passed) {
      for (PassedRow row : passed.rows()) {
        blocks.add(row.row(), row.keys(), row.keys().length);
      }
      sendBlocks(record);
    } else if (record.value() instanceof JudgedRecord.Reached reached) {
      sendToAll(record, reached.value());
    } else if (record.value() instanceof JudgedRecord.Ended ended) {
      String unit = ended.marker().unit().id();
      sendToAll(record, Watermark.end(unit, ended.marker().partition()).encode());
    } else if (record.value() instanceof JudgedRecord.Forgotten forgotten) {
      sendToAll(record, forgotten.value());
    }
  }

  private void add(JudgedRecord.Passed passed) {
    if (!signs) {
      blocks.add(passed.document(), passed.keys(), passed.keys().length);
      return;
    }
    int count =
        nearDedup.sign(
            signer,
            passed.value(),
            passed.textOffset(),
            passed.textLength(),
            passed.document().dump(),
            signed);
    blocks.add(passed.document(), signed, count);
  }

  private void sendBlocks(Record<byte[], JudgedRecord> record) {
    blocks.drain((band, block) -> send(record, band, block.encode()));
  }

  private void sendToAll(Record<byte[], JudgedRecord> record, byte[] value) {
    for (int band = 0; band < nearDedup.bands(); band++) {
      send(record, band, value);
    }
  }

  private void send(Record<byte[], JudgedRecord> record, int band, byte[] value) {
    context.forward(
        new Record<>(NO_KEY, new JudgedRecord.OfBand(band, value), record.timestamp()),
        CurationTopology.BANDS);
  }
}
