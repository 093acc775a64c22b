package dev.sluice.ingest.decode;

import dev.sluice.core.Unit;
import dev.sluice.storage.page.ColumnBuffers;
import dev.sluice.storage.source.RowConsumer;
import dev.sluice.storage.source.SourceRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Decodes one row group, or several small ones, on any thread and hands the batches over in order
 * to the publishing thread. A broken row group yields no batch at all: a small one is decoded
 * completely before its first batch is handed over, a large one is read once beforehand to check
 * it.
 *
 * <p>Memory: the encoded rows of small row groups, or {@value #WAITING_BATCHES} batches of a large
 * one, in addition to what reading needs.
 */
public final class RowGroupDecode implements Callable<Void> {
  private static final int WAITING_BATCHES = 4;
  private static final long POLL_MILLIS = 20;

  private final IngestSettings settings;
  private final Unit unit;
  private final SourceSlice slice;
  private final Queue<ColumnBuffers> idleBuffers;

  /** Batches in order, then an empty element. */
  private final BlockingQueue<Optional<EncodedBatch>> queue;

  private volatile Future<Void> running;

  /**
   * @param idleBuffers at least one for each thread
   */
  RowGroupDecode(
      IngestSettings settings, Unit unit, SourceSlice slice, Queue<ColumnBuffers> idleBuffers) {
    this.settings = settings;
    this.unit = unit;
    this.slice = slice;
    this.idleBuffers = idleBuffers;
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
    try {
      if (slice.isSmall()) {
        decodeSmall();
      } else {
        decodeLarge(slice.from());
      }
    } finally {
      queue.put(Optional.empty());
    }
    return null;
  }

  /**
   * Hands all batches over at once, including those before a broken row group: each hand-over wakes
   * the publishing thread.
   */
  private void decodeSmall() throws IOException, InterruptedException {
    List<Optional<EncodedBatch>> batches = new ArrayList<>();
    try {
      for (int rowGroup = slice.from(); rowGroup < slice.to(); rowGroup++) {
        if (slice.source().rows(rowGroup) > 0) {
          whole(rowGroup).stream().map(Optional::of).forEach(batches::add);
        }
      }
    } finally {
      queue.addAll(batches);
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
              read(rowGroup, SourceRow::columns);
              return null;
            });
    RowEncoder encoder = encoder(rowGroup, batch -> queue.put(Optional.of(batch)));
    // If it is retried, the encoder skips the rows that it has already seen.
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

  private void read(int rowGroup, RowConsumer consumer) throws IOException, InterruptedException {
    ColumnBuffers buffers = idleBuffers.remove();
    try {
      slice.source().read(rowGroup, buffers, consumer);
    } finally {
      idleBuffers.add(buffers);
    }
  }

  private RowEncoder encoder(int rowGroup, RowEncoder.BatchConsumer consumer) {
    return new RowEncoder(settings, unit, slice.path(), rowGroup, slice.firstRow(), consumer);
  }

  /** Work to do while waiting. */
  @FunctionalInterface
  public interface Idle {
    /** Must be short: decoding continues meanwhile, but nothing is handed over. */
    void run() throws InterruptedException;
  }

  /**
   * Waits for the next batch; empty, once, after the last.
   *
   * @param idle called repeatedly while waiting
   * @throws IOException if decoding failed, after all batches before the failure
   */
  Optional<EncodedBatch> next(Idle idle) throws IOException, InterruptedException {
    Optional<EncodedBatch> batch = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
    while (batch == null) {
      idle.run();
      batch = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
    }
    if (batch.isEmpty()) {
      rethrow();
    }
    return batch;
  }

  private void rethrow() throws IOException, InterruptedException {
    try {
      running.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IllegalStateException(
          "%s row groups %d to %d failed".formatted(slice.path(), slice.from(), slice.to() - 1),
          e.getCause());
    }
  }
}
