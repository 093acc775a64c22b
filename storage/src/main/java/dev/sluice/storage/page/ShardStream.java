package dev.sluice.storage.page;

import dev.sluice.storage.FileHash;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/**
 * Writes one file from beginning to end, hashing on the way where asked to, and holds a descriptor
 * only from the first byte written to the next {@link #release}: the file is opened again to
 * append. Not thread-safe.
 */
public final class ShardStream extends PositionOutputStream {
  /** More at once would be copied through native memory of that size. */
  private static final int STEP_BYTES = 64 << 10;

  private final Path path;
  private final Optional<MessageDigest> digest;
  private Optional<FileOutputStream> file = Optional.empty();
  private OutputStream buffer = OutputStream.nullOutputStream();
  private long position;
  private boolean created;

  public ShardStream(Path path) {
    this(path, Optional.of(FileHash.sha256()));
  }

  private ShardStream(Path path, Optional<MessageDigest> digest) {
    this.path = path;
    this.digest = digest;
  }

  /** A stream that does not hash, where nobody asks for it. */
  public static ShardStream unhashed(Path path) {
    return new ShardStream(path, Optional.empty());
  }

  /**
   * A stream that goes on at a position of a file there is; what is behind that goes.
   *
   * @throws IOException when the file is not there or cannot be written
   */
  public static ShardStream continued(Path path, long position) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(position);
    }
    ShardStream stream = unhashed(path);
    stream.created = true;
    stream.position = position;
    return stream;
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
      buffer.write(bytes, offset + done, Math.min(STEP_BYTES, length - done));
    }
    if (digest.isPresent()) {
      digest.get().update(bytes, offset, length);
    }
    position += length;
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
          "%s was changed or removed by someone else while it was being written".formatted(path));
    }
    FileOutputStream opened = new FileOutputStream(path.toFile(), true);
    file = Optional.of(opened);
    buffer = new BufferedOutputStream(opened, STEP_BYTES);
  }

  @Override
  public void flush() throws IOException {
    buffer.flush();
  }

  /** Gives the descriptor back; the next write opens the file again. */
  public void release() throws IOException {
    OutputStream closing = buffer;
    file = Optional.empty();
    buffer = OutputStream.nullOutputStream();
    closing.close();
  }

  /** Brings everything to the disk and gives the descriptor back. */
  public void sync() throws IOException {
    open();
    buffer.flush();
    file.get().getFD().sync();
    release();
  }

  /** The hash of all bytes written, in hexadecimal digits; starts anew afterwards. */
  public String hash() {
    return HexFormat.of().formatHex(digest.orElseThrow().digest());
  }

  /** Removes the file if this has created it. What is not yet written is lost. */
  public void delete() throws IOException {
    try {
      if (file.isPresent()) {
        file.get().close();
      }
    } finally {
      file = Optional.empty();
      buffer = OutputStream.nullOutputStream();
      if (created) {
        Files.deleteIfExists(path);
      }
    }
  }

  /** Parquet's writer closes before the file is synced: the descriptor stays until then. */
  @Override
  public void close() {}

  /** This stream as the file Parquet's writer asks for. */
  public OutputFile asFile() {
    return new OutputFile() {
      @Override
      public PositionOutputStream create(long blockSizeHint) {
        return ShardStream.this;
      }

      @Override
      public PositionOutputStream createOrOverwrite(long blockSizeHint) {
        return ShardStream.this;
      }

      @Override
      public boolean supportsBlockSize() {
        return false;
      }

      @Override
      public long defaultBlockSize() {
        return 0;
      }
    };
  }
}
