package dev.sluice.objects;

import dev.sluice.storage.PermanentException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/**
 * Reads one version of an object. Keeps the piece that was read last: 64 KiB at first, and twice as
 * much as before, up to 8 MiB, while pieces follow each other; what is asked for in larger pieces
 * is not kept. Not thread-safe.
 */
final class ObjectChannel implements SeekableByteChannel {
  private static final int FIRST_BYTES = 64 << 10;
  private static final int MOST_BYTES = 8 << 20;
  private static final int SMALL_BYTES = 1 << 20;

  /** Of an object, while it is opened. */
  private static final int MOST_REPLACEMENTS = 10;

  private final ObjectStore store;
  private final String key;
  private final ObjectVersion version;
  private byte[] piece = new byte[0];
  private long pieceAt;
  private long position;
  private boolean open = true;

  ObjectChannel(ObjectStore store, String key, ObjectVersion version) {
    this.store = store;
    this.key = key;
    this.version = version;
  }

  /**
   * Reads the version that there is now. What it begins with, and all of a small object, is fetched
   * at once: so an object that is replaced again and again is read as it was at some time, as a
   * local file would be.
   */
  static ObjectChannel ofNewest(ObjectStore store, String key, String name) throws IOException {
    for (int attempt = 1; ; attempt++) {
      ObjectVersion version = store.head(key).orElseThrow(() -> new NoSuchFileException(name));
      ObjectChannel channel = new ObjectChannel(store, key, version);
      try {
        channel.fetchBeginning();
        return channel;
      } catch (PermanentException e) {
        if (attempt == MOST_REPLACEMENTS || store.head(key).equals(Optional.of(version))) {
          throw e;
        }
      }
    }
  }

  private void fetchBeginning() throws IOException {
    if (version.bytes() > 0) {
      piece = readUpTo(SMALL_BYTES);
    }
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    requireOpen();
    if (position >= version.bytes()) {
      return -1;
    }
    if (!target.hasRemaining()) {
      return 0;
    }
    if (position < pieceAt || position >= pieceAt + piece.length) {
      if (target.remaining() >= FIRST_BYTES) {
        return readInto(target);
      }
      fetch();
    }
    int from = (int) (position - pieceAt);
    int count = Math.min(target.remaining(), piece.length - from);
    target.put(piece, from, count);
    position += count;
    return count;
  }

  private int readInto(ByteBuffer target) throws IOException {
    byte[] bytes = readUpTo(Math.min(MOST_BYTES, target.remaining()));
    target.put(bytes);
    position += bytes.length;
    return bytes.length;
  }

  private void fetch() throws IOException {
    boolean follows = piece.length > 0 && position == pieceAt + piece.length;
    piece = readUpTo(follows ? Math.min(MOST_BYTES, 2 * piece.length) : FIRST_BYTES);
    pieceAt = position;
  }

  private byte[] readUpTo(int bytes) throws IOException {
    return store.read(key, version, position, (int) Math.min(bytes, version.bytes() - position));
  }

  @Override
  public long position() throws IOException {
    requireOpen();
    return position;
  }

  @Override
  public SeekableByteChannel position(long next) throws IOException {
    requireOpen();
    if (next < 0) {
      throw new IllegalArgumentException("position " + next);
    }
    position = next;
    return this;
  }

  @Override
  public long size() throws IOException {
    requireOpen();
    return version.bytes();
  }

  private void requireOpen() throws ClosedChannelException {
    if (!open) {
      throw new ClosedChannelException();
    }
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() {
    open = false;
    piece = new byte[0];
  }

  @Override
  public int write(ByteBuffer source) {
    throw new NonWritableChannelException();
  }

  @Override
  public SeekableByteChannel truncate(long size) {
    throw new NonWritableChannelException();
  }
}
