package dev.sluice.streams;

import dev.sluice.operators.minhash.BandSigner;
import dev.sluice.operators.minhash.NearDedup;
import dev.sluice.streams.JudgedRecord.PassedRow;
import dev.sluice.streams.keys.CommitHook;
import dev.sluice.streams.keys.KeyBlocks;
import dev.sluice.topics.record.RowKeys;
import dev.sluice.topics.record.TopicDocument;
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
 * says that they have all been sent. Keys of consecutive documents of a file are held back to be
 * sent together, until the next watermark, and at most until the next commit, see {@link
 * CommitHook}.
 */
final class KeysProcessor implements Processor<byte[], JudgedRecord, byte[], JudgedRecord> {
  /** The store that this node needs, see {@link CommitHook}. */
  static final String HOOK = "held-keys";

  private static final byte[] NO_KEY = {};

  private final NearDedup nearDedup;
  private final boolean signs;
  private final BandSigner signer;
  private final long[] signed;
  private final byte[] sketch;
  private ProcessorContext<byte[], JudgedRecord> context;
  private KeyBlocks blocks;
  private long timestamp;

  /**
   * @param signs whether to compute the keys of texts; if not, they come with the documents
   */
  KeysProcessor(NearDedup nearDedup, boolean signs) {
    this.nearDedup = nearDedup;
    this.signs = signs;
    this.signer = nearDedup.keys().signer();
    this.signed = new long[nearDedup.bands()];
    this.sketch = new byte[nearDedup.sketchBytes()];
  }

  @Override
  public void init(ProcessorContext<byte[], JudgedRecord> context) {
    this.context = context;
    this.blocks =
        new KeyBlocks(
            nearDedup.bands(), sketch.length, (band, block) -> send(band, block.encode()));
    CommitHook hook = context.getStateStore(HOOK);
    hook.attach(context, blocks::drain);
  }

  @Override
  public void process(Record<byte[], JudgedRecord> record) {
    timestamp = record.timestamp();
    if (record.value() instanceof JudgedRecord.Passed passed) {
      add(passed);
    } else if (record.value() instanceof JudgedRecord.PassedRows passed) {
      for (PassedRow row : passed.rows()) {
        add(row.row(), row.keys());
      }
    } else if (record.value() instanceof JudgedRecord.Reached reached) {
      sendToAll(reached.value());
    } else if (record.value() instanceof JudgedRecord.Ended ended) {
      String unit = ended.marker().unit().id();
      sendToAll(Watermark.end(unit, ended.marker().partition()).encode());
    } else if (record.value() instanceof JudgedRecord.Forgotten forgotten) {
      sendToAll(forgotten.forget().withIdsAlone().encode());
    }
  }

  private void add(TopicDocument document, RowKeys.OfRow keys) {
    blocks.add(document, keys.keys(), keys.keys().length, keys.sketch());
  }

  private void add(JudgedRecord.Passed passed) {
    if (!signs) {
      add(passed.document(), passed.keys());
      return;
    }
    int count =
        nearDedup.sign(
            signer,
            passed.value(),
            passed.textOffset(),
            passed.textLength(),
            passed.document().dump(),
            signed,
            sketch);
    blocks.add(passed.document(), signed, count, sketch);
  }

  private void sendToAll(byte[] value) {
    blocks.drain();
    for (int band = 0; band < nearDedup.bands(); band++) {
      send(band, value);
    }
  }

  private void send(int band, byte[] value) {
    context.forward(
        new Record<>(NO_KEY, new JudgedRecord.OfBand(band, value), timestamp),
        CurationTopology.BANDS);
  }
}
