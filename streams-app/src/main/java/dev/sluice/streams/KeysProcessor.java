package dev.sluice.streams;

import dev.sluice.operators.minhash.BandSigner;
import dev.sluice.operators.minhash.NearDedup;
import dev.sluice.streams.JudgedRecord.Row;
import dev.sluice.streams.keys.CommitHook;
import dev.sluice.streams.keys.KeyBlocks;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.Marker;
import dev.sluice.topics.record.RowKeys;
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
 * <p>In every band, the keys of a source partition precede the watermark that states that they have
 * all been sent. Keys of consecutive documents of a file are held back and sent together, at the
 * next watermark or at the latest at the next commit, see {@link CommitHook}.
 */
final class KeysProcessor implements Processor<byte[], JudgedRecord, byte[], JudgedRecord> {
  /** The name of the store that this node needs, see {@link CommitHook}. */
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
   * @param signs whether to compute the keys of texts; if not, keys come with the documents
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
      passed.rows().forEach(this::add);
    } else if (record.value() instanceof JudgedRecord.Marked marked) {
      sendToAll(forBands(marked.marker()).encode());
    }
  }

  private static Marker forBands(Marker marker) {
    if (marker instanceof EndOfUnit end) {
      return Watermark.end(end.unit().id(), end.partition());
    }
    return marker instanceof Forget forget ? forget.withIdsAlone() : marker;
  }

  private void add(Row row) {
    RowKeys.OfRow keys = row.keys();
    if (signs && row.document() instanceof DocumentRecord document) {
      int count =
          nearDedup.sign(
              signer,
              document.textBytes(),
              document.textOffset(),
              document.textLength(),
              document.dump(),
              signed,
              sketch);
      blocks.add(document, signed, count, sketch);
    } else {
      blocks.add(row.document(), keys.keys(), keys.keys().length, keys.sketch());
    }
  }

  private void sendToAll(byte[] value) {
    blocks.drain();
    for (int band = 0; band < nearDedup.bands(); band++) {
      send(band, value);
    }
  }

  private void send(int band, byte[] value) {
    context.forward(
        new Record<>(NO_KEY, new JudgedRecord.Encoded(value, band), timestamp),
        CurationTopology.BANDS);
  }
}
