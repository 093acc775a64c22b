package dev.sluice.storage.page;

import dev.sluice.core.work.WorkerPool;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Reads a file in an object store. Each request to the store is slow, whatever its size. Fetches
 * planned ranges in pieces of at most 8 MiB, and ranges within 1 MiB of each other together. The
 * first read after a plan requests the beginnings of all its ranges at once, up to 32 MiB; from
 * then on, the next piece of a range is requested while the current piece is read.
 *
 * <pre>
 * range   [ read, dropped ][ being read ][ on its way ][ not asked for yet ...
 * </pre>
 *
 * <p>Memory: two pieces for each range that has not been read to its end, see {@link #heldBytes}.
 */
final class RemoteBytes implements SourceFile.SourceBytes {
  static final int PIECE_BYTES = 8 << 20;
  static final int GAP_BYTES = 1 << 20;

  /** Maximum number of pieces of a range that are held or requested. */
  private static final int PIECES_AHEAD = 2;

  /** Maximum bytes requested for ranges that nobody waits for yet. */
  private static final int EAGER_BYTES = 4 * PIECE_BYTES;

  /**
   * The bytes by which a planned range may exceed its chunk, because old writers omitted up to this
   * many from a chunk's length.
   */
  private static final int UNREAD_BYTES = 128;

  private static final int UNPLANNED_BYTES = 64 << 10;
  private static final int THREADS = 16;
  private static final int IDLE_SECONDS = 5;

  /** Threads that wait for responses. They end when no request is pending. */
  private static final ExecutorService WAITING = waiting();

  private final Requests requests;
  private final long length;
  private final List<Range> ranges = new ArrayList<>();
  private Optional<Range> unplanned = Optional.empty();
  private boolean isNewPlan;

  /** Sends requests. Several threads call it at a time. */
  @FunctionalInterface
  interface Requests {
    /** Fetches exactly these bytes. */
    byte[] fetch(long position, int length) throws IOException;
  }

  /** Some bytes, or the request for them. */
  private record Piece(long begin, long end, Future<byte[]> bytes) {
    boolean contains(long position) {
      return position >= begin && position < end;
    }
  }

  /** A range to read, and its pieces that have arrived or are requested. */
  private static final class Range {
    private final long begin;
    private final long end;
    private final Deque<Piece> pieces = new ArrayDeque<>();
    private long readTo;

    Range(long begin, long end) {
      this.begin = begin;
      this.end = end;
    }

    boolean isRead() {
      return readTo >= end - UNREAD_BYTES;
    }

    boolean contains(long position) {
      return position >= begin && position < end;
    }

    Range with(Range other) {
      return new Range(Math.min(begin, other.begin), Math.max(end, other.end));
    }

    /** Returns whether one request fetches both ranges. */
    boolean isNear(Range other) {
      Range both = with(other);
      return pieces.isEmpty()
          && both.end - both.begin <= PIECE_BYTES
          && begin <= other.end + GAP_BYTES
          && other.begin <= end + GAP_BYTES;
    }
  }

  /**
   * @param length the length of the file
   */
  RemoteBytes(Requests requests, long length) {
    this.requests = requests;
    this.length = length;
  }

  private static ExecutorService waiting() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "read-ahead");
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /** Returns the upper bound of the memory for reading these chunks. */
  static long heldBytes(List<ColumnChunkSpan> spans) {
    long bytes = 0;
    for (ColumnChunkSpan span : spans) {
      bytes += Math.min(span.compressedBytes() + GAP_BYTES, (long) PIECES_AHEAD * PIECE_BYTES);
    }
    return bytes;
  }

  /** Plans a range. Pieces that were requested already are kept. */
  @Override
  public void plan(long position, long bytes) {
    Range wanted = new Range(position, Math.min(length, position + bytes));
    for (Range range : ranges) {
      if (range.begin <= wanted.begin && wanted.end <= range.end) {
        return;
      }
    }
    isNewPlan = true;
    ranges.removeIf(Range::isRead);
    Iterator<Range> others = ranges.iterator();
    while (others.hasNext()) {
      Range other = others.next();
      if (other.isNear(wanted)) {
        wanted = wanted.with(other);
        others.remove();
      }
    }
    ranges.add(wanted);
  }

  @Override
  public int read(long position, byte[] target, int offset, int count) throws IOException {
    if (position >= length) {
      return -1;
    }
    begin();
    Range range = range(position, count);
    Piece piece = piece(range, position);
    byte[] bytes = await(range, piece);
    int from = (int) (position - piece.begin());
    int copied = Math.min(count, bytes.length - from);
    System.arraycopy(bytes, from, target, offset, copied);
    range.readTo = Math.max(range.readTo, position + copied);
    return copied;
  }

  @Override
  public void begin() {
    if (isNewPlan) {
      isNewPlan = false;
      askForBeginnings();
    }
  }

  private void askForBeginnings() {
    long asked = 0;
    for (Range range : ranges) {
      asked += Math.min(PIECE_BYTES, range.end - range.begin);
      if (range.pieces.isEmpty() && range.readTo == 0 && asked <= EAGER_BYTES) {
        ask(range, range.begin);
      }
    }
  }

  private Range range(long position, int wanted) {
    for (Range range : ranges) {
      if (range.contains(position)) {
        return range;
      }
    }
    if (unplanned.isEmpty() || !unplanned.get().contains(position)) {
      long bytes = Math.min(PIECE_BYTES, Math.max(wanted, UNPLANNED_BYTES));
      unplanned = Optional.of(new Range(position, Math.min(length, position + bytes)));
    }
    return unplanned.get();
  }

  private Piece piece(Range range, long position) {
    for (Piece piece : range.pieces) {
      if (piece.contains(position)) {
        readAhead(range, piece, position);
        return piece;
      }
    }
    cancel(range);
    boolean single = range.end - range.begin <= PIECE_BYTES;
    return ask(range, single ? range.begin : position);
  }

  /**
   * Requests the bytes that follow a piece, and drops the bytes before it. Does nothing at the very
   * beginning of the piece: if a page's header was read across this boundary, the page, which
   * begins before it, is read next.
   */
  private void readAhead(Range range, Piece piece, long position) {
    boolean first = range.pieces.getFirst().equals(piece);
    if (!first && position - piece.begin() < GAP_BYTES) {
      return;
    }
    while (!range.pieces.getFirst().equals(piece)) {
      range.pieces.removeFirst();
    }
    if (range.pieces.size() < PIECES_AHEAD && piece.end() < range.end) {
      ask(range, piece.end());
    }
  }

  private Piece ask(Range range, long begin) {
    int bytes = (int) Math.min(PIECE_BYTES, range.end - begin);
    Piece piece =
        new Piece(begin, begin + bytes, WAITING.submit(() -> requests.fetch(begin, bytes)));
    range.pieces.addLast(piece);
    return piece;
  }

  /** Waits for a piece. If its request fails, the next read sends a new one. */
  private byte[] await(Range range, Piece piece) throws IOException {
    try {
      return WorkerPool.resultOf(piece.bytes());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted while waiting").initCause(e);
    } catch (IOException e) {
      cancel(range);
      throw e;
    } catch (RuntimeException e) {
      cancel(range);
      // An IOException, because the file is not the cause of the failure.
      throw new IOException("the client of the object store failed: " + e, e);
    }
  }

  /** Cancels the requests of a range; those already sent complete by themselves. */
  private static void cancel(Range range) {
    range.pieces.forEach(piece -> piece.bytes().cancel(false));
    range.pieces.clear();
  }

  @Override
  public void close() {
    ranges.forEach(RemoteBytes::cancel);
    unplanned.ifPresent(RemoteBytes::cancel);
  }
}
