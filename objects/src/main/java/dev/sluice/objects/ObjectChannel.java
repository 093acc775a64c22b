package dev.sluice.objects;

import dev.sluice.storage.FileHash;
import dev.sluice.storage.PermanentException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.NoSuchFileException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Reads one version of an object. Reads of 1 MiB or more request exactly their range. For smaller
 * reads, the channel requests 64 KiB at first and, while reads follow each other, twice as much
 * each time, up to 8 MiB; it keeps the rest for later reads. If the whole object is read from
 * beginning to end, the channel compares it with its hash, if the store provides one. Not
 * thread-safe.
 */
final class ObjectChannel implements SeekableByteChannel {
  private static final int FIRST_BYTES = 64 << 10;
  private static final int LARGE_BYTES = 1 << 20;
  private static final int MOST_BYTES = 8 << 20;
  private static final int SMALL_BYTES = 1 << 20;

  /** Maximum number of times that an object may be replaced before its first byte is read. */
  private static final int MOST_REPLACEMENTS = 10;

  private final ObjectStore store;
  private final String key;
  private final String name;
  private ObjectVersion version;

  /** Whether nothing was read yet, so that the channel may still switch to a newer version. */
  private boolean isFresh;

  /** Digest of the bytes before {@code hashed}, if there are any. */
  private Optional<MessageDigest> digest = Optional.empty();

  private long hashed;
  private byte[] piece = new byte[0];
  private long pieceAt;
  private long askedEnd;
  private int asked;
  private long position;
  private boolean open = true;

  /**
   * @param name name of the object, for messages
   */
  ObjectChannel(ObjectStore store, String key, String name, ObjectVersion version) {
    this.store = store;
    this.key = key;
    this.name = name;
    this.version = version;
  }

  /**
   * Opens the newest version. The beginning of the object, or all of a small object, is fetched at
   * once. If the first read wants the whole of a large object, reading restarts when the object is
   * replaced, so that the result is one version of the object, as with a local file. A large object
   * that is read in pieces must stay the same.
   */
  static ObjectChannel ofNewest(ObjectStore store, String key, String name) throws IOException {
    ObjectVersion version = store.head(key).orElseThrow(() -> new NoSuchFileException(name));
    ObjectChannel channel = new ObjectChannel(store, key, name, version);
    channel.fetchBeginning();
    channel.isFresh = true;
    return channel;
  }

  /** Fetches the first bytes, from a newer version if this version is gone. */
  private void fetchBeginning() throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        piece = version.bytes() == 0 ? new byte[0] : ask(SMALL_BYTES);
        return;
      } catch (PermanentException e) {
        version = newer(attempt, e);
      }
    }
  }

  /**
   * Reads all of a large object in pieces into the caller's buffer, from a newer version if this
   * version is gone. If a newer version is longer, the rest is kept for later reads.
   */
  private int readAll(ByteBuffer target) throws IOException {
    int start = target.position();
    for (int attempt = 1; ; attempt++) {
      try {
        while (target.hasRemaining() && position < version.bytes()) {
          readInto(target);
        }
        if (position < version.bytes()) {
          piece = ask(MOST_BYTES);
          pieceAt = position;
        }
        return target.position() - start;
      } catch (PermanentException e) {
        target.position(start);
        position = 0;
        version = newer(attempt, e);
        digest = Optional.empty();
        hashed = 0;
      }
    }
  }

  private ObjectVersion newer(int attempt, PermanentException gone) throws IOException {
    Optional<ObjectVersion> now = store.head(key);
    if (attempt == MOST_REPLACEMENTS || now.equals(Optional.of(version))) {
      throw gone;
    }
    return now.orElseThrow(() -> new NoSuchFileException(name));
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    requireOpen();
    if (!target.hasRemaining()) {
      return 0;
    }
    boolean isFirst = isFresh;
    isFresh = false;
    if (isFirst && position == 0 && wantsMore(target)) {
      piece = new byte[0];
      return readAll(target);
    }
    if (position >= version.bytes()) {
      return -1;
    }
    if (position < pieceAt || position >= pieceAt + piece.length) {
      int next = next();
      if (target.remaining() >= Math.min(next, LARGE_BYTES)) {
        return readInto(target);
      }
      piece = ask(next);
      pieceAt = position;
    }
    int from = (int) (position - pieceAt);
    int count = Math.min(target.remaining(), piece.length - from);
    check(piece, from, count);
    target.put(piece, from, count);
    position += count;
    return count;
  }

  /** Returns whether the caller wants the whole object, and more than has been fetched. */
  private boolean wantsMore(ByteBuffer target) {
    return target.remaining() >= version.bytes() && piece.length < version.bytes();
  }

  private int readInto(ByteBuffer target) throws IOException {
    byte[] bytes = ask(Math.min(MOST_BYTES, target.remaining()));
    check(bytes, 0, bytes.length);
    target.put(bytes);
    position += bytes.length;
    return bytes.length;
  }

  /**
   * Adds the bytes at this position to the hash if they come next, and checks the hash at the end.
   */
  private void check(byte[] bytes, int from, int count) throws PermanentException {
    Optional<String> listed = store.sha256(version);
    if (listed.isEmpty() || position != hashed) {
      return;
    }
    MessageDigest sha256 = digest.orElseGet(FileHash::sha256);
    digest = Optional.of(sha256);
    sha256.update(bytes, from, count);
    hashed += count;
    if (hashed == version.bytes()) {
      String there = HexFormat.of().formatHex(sha256.digest());
      if (!there.equals(listed.get())) {
        throw new PermanentException(
            "%s: the bytes read have the SHA-256 %s, but the listed one is %s: the bytes were changed in transit. Try again later. If rows of this file were read before, reset their unit"
                .formatted(name, there, listed.get()));
      }
    }
  }

  /** Returns how many bytes to request at this position. */
  private int next() {
    return position == askedEnd && asked > 0 ? Math.min(MOST_BYTES, 2 * asked) : FIRST_BYTES;
  }

  private byte[] ask(int most) throws IOException {
    int length = (int) Math.min(most, version.bytes() - position);
    byte[] bytes = store.read(key, version, position, length);
    asked = length;
    askedEnd = position + length;
    return bytes;
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
