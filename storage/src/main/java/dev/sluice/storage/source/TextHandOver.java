package dev.sluice.storage.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Keeps texts for the sink in the process that read them. The sink need not read them again.
 *
 * <pre>
 * ingest:  add rows of a row group --> publish      awaitRoom between transactions
 *                                         |
 *          oldest [taken] [taken] [  ] [  ] newest
 *                                  |
 * sink:                           use a row; all used: its memory is free
 * </pre>
 *
 * <p>This is only a cache: a text that it does not contain is read from the source. When it is
 * full, it drops texts of row groups that all threads of the sink have passed, never those that the
 * slowest thread has yet to reach. If this frees no memory, new texts are not added. Thread-safe.
 *
 * <p>Memory: at most {@code maxBytes}, in reused arrays, which saves garbage collection.
 */
public final class TextHandOver {
  static final int CHUNK_BYTES = 256 << 10;

  /** The maximum time to wait for a sink, or for one of its threads, that takes no texts. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final long WAIT_MILLIS = 20;

  private final long maxChunks;
  private final long patienceNanos;
  private final Deque<byte[]> free = new ArrayDeque<>();
  private final Deque<RowTexts> published = new ArrayDeque<>();
  private final Map<Key, List<RowTexts>> rowGroups = new HashMap<>();
  private long chunks;
  private final Map<Thread, Place> places = new HashMap<>();
  private long next;
  private long lastUseNanos;
  private boolean standing;

  /** Uses a text. It must be neither changed nor kept. */
  @FunctionalInterface
  public interface Use {
    /**
     * Uses a text, and returns whether it was the expected one.
     *
     * @param text the text, followed by the row's carried columns
     * @param hash the hash that ingest computed of both
     */
    boolean accept(ByteBuffer text, long hash) throws IOException;
  }

  private record Key(String file, int rowGroup) {}

  /** The number of the texts that a thread of the sink used last, and the time. */
  private record Place(long number, long nanos) {}

  /** Creates an empty object. */
  public TextHandOver(long maxBytes) {
    this(maxBytes, PATIENCE);
  }

  TextHandOver(long maxBytes, Duration patience) {
    this.maxChunks = maxBytes / CHUNK_BYTES;
    this.patienceNanos = patience.toNanos();
  }

  /** Begins to collect texts of a row group, for one thread. */
  public RowTexts begin(String file, int rowGroup) {
    return new RowTexts(this, file, rowGroup);
  }

  /** Takes memory for more texts. The result is an empty array if no memory is left. */
  synchronized byte[] chunk() {
    dropPassed(1);
    if (!free.isEmpty()) {
      return free.remove();
    }
    if (chunks == maxChunks) {
      return new byte[0];
    }
    chunks++;
    return new byte[CHUNK_BYTES];
  }

  /** Drops row groups that the sink has passed, until this many chunks are available. */
  private void dropPassed(long needed) {
    if (available() >= needed) {
      return;
    }
    long reached = reached();
    Iterator<RowTexts> oldest = published.iterator();
    while (available() < needed && oldest.hasNext()) {
      RowTexts texts = oldest.next();
      if (texts.number() >= reached) {
        return;
      }
      if (!texts.isInUse()) {
        oldest.remove();
        release(texts);
      }
    }
  }

  /** Returns the position of the slowest sink thread that is taking texts. */
  private long reached() {
    long now = System.nanoTime();
    places.values().removeIf(place -> now - place.nanos() > patienceNanos);
    return places.values().stream().mapToLong(Place::number).min().orElse(0);
  }

  private long available() {
    return maxChunks - chunks + free.size();
  }

  private void release(RowTexts texts) {
    Key key = new Key(texts.file(), texts.rowGroup());
    List<RowTexts> parts = rowGroups.get(key);
    parts.remove(texts);
    if (parts.isEmpty()) {
      rowGroups.remove(key);
    }
    free.addAll(texts.chunks());
    notifyAll();
  }

  /** Makes collected texts available. */
  synchronized void publish(RowTexts texts) {
    texts.setNumber(next++);
    published.add(texts);
    rowGroups
        .computeIfAbsent(new Key(texts.file(), texts.rowGroup()), absent -> new ArrayList<>(1))
        .add(texts);
  }

  /** Reclaims the memory of texts that are not published. */
  synchronized void drop(RowTexts texts) {
    free.addAll(texts.chunks());
  }

  /**
   * Passes a text to its use. Each text is passed once.
   *
   * @return whether the text was available, and was the expected one
   * @throws IOException if the use throws this exception
   */
  public boolean use(String file, int rowGroup, long row, Use use) throws IOException {
    RowTexts texts = take(file, rowGroup, row);
    if (texts == null) {
      return false;
    }
    try {
      return texts.use(row, use);
    } finally {
      giveBack(texts);
    }
  }

  private synchronized RowTexts take(String file, int rowGroup, long row) {
    for (RowTexts texts : rowGroups.getOrDefault(new Key(file, rowGroup), List.of())) {
      if (texts.contains(row)) {
        texts.beginUse();
        lastUseNanos = System.nanoTime();
        standing = false;
        places.put(Thread.currentThread(), new Place(texts.number(), lastUseNanos));
        return texts;
      }
    }
    return null;
  }

  private synchronized void giveBack(RowTexts texts) {
    texts.endUse();
    if (texts.isUsedUp() && published.remove(texts)) {
      release(texts);
    }
  }

  /**
   * Records that the sink itself is waiting, perhaps for texts that have not been read yet. No
   * reader waits for the sink until the sink uses a text again.
   */
  public synchronized void standStill() {
    standing = true;
    notifyAll();
  }

  /**
   * Waits until there is room. It does not wait for a sink that takes no texts.
   *
   * @param bytes the size of the texts that follow; waits for at most half of the memory
   */
  public synchronized void awaitRoom(long bytes) throws InterruptedException {
    long needed = Math.min(bytes / CHUNK_BYTES, maxChunks / 2);
    long began = System.nanoTime();
    dropPassed(needed);
    while (available() < needed && isTaking(began)) {
      wait(WAIT_MILLIS);
      dropPassed(needed);
    }
  }

  private boolean isTaking(long began) {
    return !standing && System.nanoTime() - Math.max(began, lastUseNanos) < patienceNanos;
  }
}
