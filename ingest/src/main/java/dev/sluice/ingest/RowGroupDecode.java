package dev.sluice.ingest;

import dev.sluice.core.Unit;
import dev.sluice.storage.parquet.ParquetSource;
import dev.sluice.storage.parquet.RowConsumer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The decoding of one row group on some thread, and its batches in order on the thread that sends
 * them. A broken row group gives no batch at all: a small one is decoded whole before its first
 * batch is handed over, a large one is read through once beforehand.
 *
 * <p>Memory: a small row group's survivors, or {@value #WAITING_BATCHES} batches of a large one,
 * beside what the source needs to read.
 */
final class RowGroupDecode implements Callable<Void> {
  /** Row groups whose rows take up to this many bytes, unpacked and as records, are small. */
  static final long SMALL_BYTES = 32L << 20;

  /**
   * What a row takes as a record beside id and text: objects, arrays, headers, the fields' copies.
   */
  private static final long RECORD_BYTES = 512;

  private static final int WAITING_BATCHES = 4;
  private static final long POLL_MILLIS = 20;

  private final IngestSettings settings;
  private final Unit unit;
  private final SourceSlice slice;
  private final BlockingQueue<EncodedBatch> queue;
  private volatile Future<Void> running;

  /**
   * What is decoded.
   *
   * @param source the opened file
   * @param path of the file relative to the input
   * @param file index of the file in its unit
   * @param rowGroup which
   * @param firstRow rows of the file below this one were sent before
   */
  record SourceSlice(ParquetSource source, String path, int file, int rowGroup, long firstRow) {
    boolean isSmall() {
      return recordBytes() <= SMALL_BYTES;
    }

    /** Bound of the memory that decoding it takes. */
    long bytes() {
      return source.readBytes(rowGroup) + Math.min(recordBytes(), SMALL_BYTES);
    }

    /** Bound of what all of its rows take when they wait to be sent. */
    private long recordBytes() {
      return source.uncompressedBytes(rowGroup) + RECORD_BYTES * source.rows(rowGroup);
    }
  }

  RowGroupDecode(IngestSettings settings, Unit unit, SourceSlice slice) {
    this.settings = settings;
    this.unit = unit;
    this.slice = slice;
    this.queue = new LinkedBlockingQueue<>(slice.isSmall() ? Integer.MAX_VALUE : WAITING_BATCHES);
  }

  SourceSlice slice() {
    return slice;
  }

  void runsAs(Future<Void> future) {
    running = future;
  }

  void cancel() {
    running.cancel(true);
  }

  @Override
  public Void call() throws IOException, InterruptedException {
    if (slice.isSmall()) {
      List<EncodedBatch> batches =
          settings
              .retry()
              .call(
                  () -> {
                    List<EncodedBatch> whole = new ArrayList<>();
                    decode(encoder(slice.firstRow(), whole::add));
                    return whole;
                  });
      queue.addAll(batches);
      return null;
    }
    settings
        .retry()
        .call(
            () -> {
              read(row -> {});
              return null;
            });
    RowEncoder encoder = encoder(slice.firstRow(), queue::put);
    // Tried again, the encoder skips the rows that it has seen.
    settings
        .retry()
        .call(
            () -> {
              decode(encoder);
              return null;
            });
    return null;
  }

  private void decode(RowEncoder encoder) throws IOException, InterruptedException {
    read(encoder);
    encoder.flush();
  }

  /** A row group that needs more than the share of all is read alone, in a third of the heap. */
  private void read(RowConsumer consumer) throws IOException, InterruptedException {
    long most = Math.max(settings.decodeBytes(), Runtime.getRuntime().maxMemory() / 3);
    slice.source().read(slice.rowGroup(), most, consumer);
  }

  private RowEncoder encoder(long firstRow, RowEncoder.BatchConsumer consumer) {
    return new RowEncoder(settings, unit, slice.path(), slice.rowGroup(), firstRow, consumer);
  }

  /** What is done while there is nothing to hand over. */
  @FunctionalInterface
  interface Idle {
    /** Soon done: decoding goes on meanwhile, but nothing is handed over. */
    void run() throws InterruptedException;
  }

  /**
   * The next batch, waiting for it; empty when the row group is at its end.
   *
   * @param idle done now and then while waiting
   * @throws IOException what the decoding threw, once the batches before it are taken
   */
  Optional<EncodedBatch> next(Idle idle) throws IOException, InterruptedException {
    while (true) {
      boolean done = running.isDone();
      EncodedBatch batch = queue.poll(done ? 0 : POLL_MILLIS, TimeUnit.MILLISECONDS);
      if (batch != null) {
        return Optional.of(batch);
      }
      if (done) {
        rethrow();
        return Optional.empty();
      }
      idle.run();
    }
  }

  private void rethrow() throws IOException, InterruptedException {
    try {
      running.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IllegalStateException(
          slice.path() + " row group " + slice.rowGroup() + " failed", e.getCause());
    }
  }
}
