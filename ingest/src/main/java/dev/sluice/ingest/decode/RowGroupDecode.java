package dev.sluice.ingest.decode;

import dev.sluice.core.Unit;
import dev.sluice.ingest.decode.DecodePipeline.BatchQueue;
import dev.sluice.ingest.decode.DecodePipeline.EncodedBatch;
import dev.sluice.ingest.decode.RowRecords.RowSigner;
import dev.sluice.storage.page.ColumnBuffers;
import dev.sluice.storage.source.SourceRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;

/**
 * Decodes one row group or several small ones, on any thread. It hands the batches over to the
 * publishing thread in order. A broken row group yields no batch: a small row group is decoded
 * completely before its first batch is handed over, and a large one is read once beforehand to
 * check it.
 *
 * <p>Takes the memory of the encoded rows of small row groups, or {@value #WAITING_BATCHES} batches
 * of a large one, in addition to what reading needs.
 */
public final class RowGroupDecode implements Callable<Void> {
  private static final int WAITING_BATCHES = 4;

  private final IngestSettings settings;
  private final Unit unit;
  private final SourceSlice slice;
  private final Queue<ColumnBuffers> idleBuffers;
  private final BatchQueue batches;
  private final Optional<RowSigner> signer;

  /**
   * @param idleBuffers unused buffers, at least one for each thread
   */
  RowGroupDecode(
      IngestSettings settings, Unit unit, SourceSlice slice, Queue<ColumnBuffers> idleBuffers) {
    this.settings = settings;
    this.unit = unit;
    this.slice = slice;
    this.idleBuffers = idleBuffers;
    this.signer = settings.signer();
    this.batches =
        new BatchQueue(
            "%s row groups %d to %d".formatted(slice.path(), slice.from(), slice.to() - 1),
            slice.isSmall() ? Integer.MAX_VALUE : WAITING_BATCHES);
  }

  /** Returns the queue that receives the batches. */
  BatchQueue batches() {
    return batches;
  }

  @Override
  public Void call() throws IOException, InterruptedException {
    try {
      if (slice.isSmall()) {
        decodeSmall();
      } else {
        decodeLarge(slice.from());
      }
    } finally {
      batches.end();
    }
    return null;
  }

  /**
   * Hands all batches over at once, including those before a broken row group, because each
   * hand-over wakes the publishing thread.
   */
  private void decodeSmall() throws IOException, InterruptedException {
    List<EncodedBatch> all = new ArrayList<>();
    try {
      for (int rowGroup = slice.from(); rowGroup < slice.to(); rowGroup++) {
        if (slice.source().rows(rowGroup) > 0) {
          all.addAll(whole(rowGroup));
        }
      }
    } finally {
      batches.addAll(all);
    }
  }

  private List<EncodedBatch> whole(int rowGroup) throws IOException, InterruptedException {
    return settings
        .retry()
        .call(
            () -> {
              List<EncodedBatch> whole = new ArrayList<>();
              decode(rowGroup, encoder(rowGroup, whole::add));
              return whole;
            });
  }

  private void decodeLarge(int rowGroup) throws IOException, InterruptedException {
    settings
        .retry()
        .call(
            () -> {
              read(rowGroup, SourceRow::readOthers);
              return null;
            });
    RowEncoder encoder = encoder(rowGroup, batches::put);
    // After a retry, the encoder skips the rows that it has already seen.
    settings
        .retry()
        .call(
            () -> {
              decode(rowGroup, encoder);
              return null;
            });
  }

  private void decode(int rowGroup, RowEncoder encoder) throws IOException, InterruptedException {
    boolean read = false;
    try {
      read(rowGroup, encoder);
      read = true;
    } finally {
      if (!read) {
        encoder.dropTexts();
      }
    }
    encoder.flush();
  }

  private void read(int rowGroup, SourceRow.RowConsumer consumer)
      throws IOException, InterruptedException {
    ColumnBuffers buffers = idleBuffers.remove();
    try {
      slice.source().read(rowGroup, buffers, consumer);
    } finally {
      idleBuffers.add(buffers);
    }
  }

  private RowEncoder encoder(int rowGroup, RowEncoder.BatchConsumer consumer) {
    return new RowEncoder(
        settings,
        settings.text(),
        signer,
        unit,
        slice.path(),
        rowGroup,
        slice.firstRow(),
        consumer);
  }

  /** Work to do while the decoder waits. */
  @FunctionalInterface
  public interface Idle {
    /**
     * Does the work. It must be short, because nothing is handed over meanwhile. Decoding
     * continues.
     */
    void run() throws InterruptedException;
  }
}
