package dev.sluice.storage.write;

import dev.sluice.storage.FileHash;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Writes one file sequentially, optionally with a hash. Holds a file descriptor only from the first
 * byte written to the next {@link #release}; afterwards the file is reopened for appending. Not
 * thread-safe.
 */
public final class ShardStream extends OutputStreamFile {
  /**
   * The maximum size of a write: larger writes would be copied through native memory of the same
   * size.
   */
  private static final int STEP_BYTES = 64 << 10;

  private static final byte[] NO_BUFFER = {};

  private final Path path;
  private final Optional<MessageDigest> digest;
  private Optional<FileOutputStream> file = Optional.empty();
  private byte[] buffer = NO_BUFFER;
  private int filled;
  private long position;
  private boolean created;

  public ShardStream(Path path) {
    this(path, Optional.of(FileHash.sha256()));
  }

  private ShardStream(Path path, Optional<MessageDigest> digest) {
    this.path = path;
    this.digest = digest;
  }

  /** Creates a stream without a hash. */
  public static ShardStream unhashed(Path path) {
    return new ShardStream(path, Optional.empty());
  }

  /** Creates a stream without a hash that continues a file; see {@link #truncate}. */
  public static ShardStream continued(Path path, long position) throws IOException {
    ShardStream stream = unhashed(path);
    stream.truncate(position);
    return stream;
  }

  /**
   * Continues the file at a position and truncates the rest. The file is created if it does not
   * exist. Only for a stream without a hash.
   *
   * @param length at most that of the file
   */
  public void truncate(long length) throws IOException {
    release();
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.truncate(length);
    }
    created = true;
    position = length;
  }

  @Override
  public long getPos() {
    return position;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    open();
    for (int done = 0; done < length; done += STEP_BYTES) {
      writeStep(bytes, offset + done, Math.min(STEP_BYTES, length - done));
    }
    if (digest.isPresent()) {
      digest.get().update(bytes, offset, length);
    }
    position += length;
  }

  /** Writes through a buffer without locks, since a row may have only a few bytes. */
  private void writeStep(byte[] bytes, int offset, int length) throws IOException {
    if (length > STEP_BYTES - filled) {
      flush();
    }
    if (length == STEP_BYTES) {
      file.orElseThrow().write(bytes, offset, length);
    } else {
      System.arraycopy(bytes, offset, buffer, filled, length);
      filled += length;
    }
  }

  private void open() throws IOException {
    if (file.isPresent()) {
      return;
    }
    if (!created) {
      Files.createFile(path);
      created = true;
    } else if (!Files.exists(path) || Files.size(path) != position) {
      throw new IOException(
          "%s was changed or removed by another program while it was being written"
              .formatted(path));
    }
    file = Optional.of(new FileOutputStream(path.toFile(), true));
    buffer = new byte[STEP_BYTES];
  }

  @Override
  public void flush() throws IOException {
    if (filled > 0) {
      file.orElseThrow().write(buffer, 0, filled);
      filled = 0;
    }
  }

  /**
   * Passes all buffered bytes to the operating system. Syncing the returned descriptor, in any
   * thread, flushes them to disk, until {@link #release}.
   */
  public FileDescriptor flushed() throws IOException {
    open();
    flush();
    return file.orElseThrow().getFD();
  }

  /** Closes the file descriptor. The next write opens the file again. */
  public void release() throws IOException {
    try {
      flush();
    } finally {
      closeFile();
    }
  }

  private void closeFile() throws IOException {
    Optional<FileOutputStream> closing = file;
    file = Optional.empty();
    buffer = NO_BUFFER;
    filled = 0;
    if (closing.isPresent()) {
      closing.get().close();
    }
  }

  /** Flushes everything to disk and closes the file descriptor. */
  public void sync() throws IOException {
    flushed().sync();
    release();
  }

  /** Returns the hash of all bytes written as hexadecimal text, and starts a new hash. */
  public String hash() {
    return HexFormat.of().formatHex(digest.orElseThrow().digest());
  }

  /**
   * Deletes the file if this stream created or continued it. Unwritten bytes are lost; the next
   * write begins a new file.
   */
  public void delete() throws IOException {
    try {
      closeFile();
    } finally {
      if (created) {
        Files.deleteIfExists(path);
        created = false;
        position = 0;
      }
    }
  }

  /** Does nothing. Parquet's writer closes the stream before the file is flushed. */
  @Override
  public void close() {}
}
