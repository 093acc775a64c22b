package dev.sluice.ingest.decode;

import dev.sluice.core.Unit;
import dev.sluice.ingest.decode.DecodePipeline.BatchQueue;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.source.JsonSource;
import dev.sluice.topics.record.TextLocation;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decodes a file of JSON objects sequentially. It has no index of its rows. For the same reason,
 * texts are in the records. If a file is damaged, the rows before the damage are handed over.
 *
 * <p>Takes the memory of {@value #WAITING_BATCHES} batches, in addition to what reading needs.
 */
final class JsonDecode implements Callable<Void> {
  private static final Logger LOG = LoggerFactory.getLogger(JsonDecode.class);
  private static final int WAITING_BATCHES = 4;

  /** The usual memory for decoding. It assumes that few objects reach the maximum size. */
  static final long BYTES = 16L << 20;

  private final IngestSettings settings;
  private final Unit unit;
  private final JsonSource source;
  private final String path;
  private final long firstRow;
  private final BatchQueue batches;

  /**
   * @param path path of the file relative to the input
   * @param firstRow number of the first row to publish; earlier rows were published before
   */
  JsonDecode(IngestSettings settings, Unit unit, JsonSource source, String path, long firstRow) {
    this.settings = settings;
    this.unit = unit;
    this.source = source;
    this.path = path;
    this.firstRow = firstRow;
    this.batches = new BatchQueue(path, WAITING_BATCHES);
  }

  /** Returns the queue that receives the batches. */
  BatchQueue batches() {
    return batches;
  }

  @Override
  public Void call() throws IOException, InterruptedException {
    try {
      RowEncoder encoder =
          new RowEncoder(
              settings,
              TextLocation.RECORD,
              settings.signer(),
              unit,
              path,
              0,
              firstRow,
              batches::put);
      // After a retry, the encoder skips the rows that it has already seen.
      settings
          .retry()
          .call(
              () -> {
                decode(encoder);
                return null;
              });
    } finally {
      batches.end();
    }
    return null;
  }

  private void decode(RowEncoder encoder) throws IOException, InterruptedException {
    try {
      if (source.read(encoder) == 0) {
        LOG.atInfo().addKeyValue("file", path).log("the file has no rows");
      }
    } catch (SourceFormatException e) {
      encoder.flush();
      throw e;
    }
    encoder.flush();
  }
}
