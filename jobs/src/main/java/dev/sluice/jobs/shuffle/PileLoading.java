package dev.sluice.jobs.shuffle;

import dev.sluice.core.shuffle.RowKeys;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Reads and sorts piles on a thread of its own, one ahead of who needs them. */
final class PileLoading implements Closeable {
  private static final int AT_ONCE = 2;

  private final Path directory;
  private final Iterator<Pile> left;
  private final BlockingQueue<PileRows> free = new ArrayBlockingQueue<>(AT_ONCE);
  private final ExecutorService thread = Executors.newSingleThreadExecutor(PileLoading::thread);
  private Optional<Future<HeldPile>> next = Optional.empty();

  PileLoading(RowKeys keys, Path directory, List<Pile> piles) {
    this.directory = directory;
    this.left = piles.iterator();
    for (int i = 0; i < AT_ONCE; i++) {
      free.add(new PileRows(keys, piles));
    }
    begin();
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "shuffle-piles");
    thread.setDaemon(true);
    return thread;
  }

  private void begin() {
    next = Optional.empty();
    if (left.hasNext()) {
      Pile pile = left.next();
      next = Optional.of(thread.submit(() -> load(pile)));
    }
  }

  private HeldPile load(Pile pile) throws IOException, InterruptedException {
    PileRows rows = free.take();
    rows.load(directory, pile);
    return new HeldPile(rows, free);
  }

  /** The next pile. */
  HeldPile next() throws IOException, InterruptedException {
    try {
      HeldPile loaded = next.orElseThrow().get();
      begin();
      return loaded;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Nothing is being read any more when it returns. */
  @Override
  public void close() {
    thread.shutdownNow();
    boolean interrupted = Thread.interrupted();
    while (!thread.isTerminated()) {
      try {
        thread.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
