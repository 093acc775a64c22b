package dev.sluice.storage.page;

import dev.sluice.storage.page.SourceVersion.ListedVersion;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A file opened for positional reads: of this machine, or of an object store. A read that fails is
 * repeated as often as it was opened for; so whoever decodes the bytes knows nothing of it. Not
 * thread-safe.
 */
public final class SourceFile implements Closeable {
  private static final RecentEnds RECENT = new RecentEnds();

  private final Path path;
  private final SourceVersion version;
  private final IoRetry retry;
  private final SourceBytes bytes;

  SourceFile(Path path, SourceVersion version, IoRetry retry, SourceBytes bytes) {
    this.path = path;
    this.version = version;
    this.retry = retry;
    this.bytes = bytes;
  }

  /**
   * Opens a file.
   *
   * @param retry of opening it and of each read
   * @throws SourceFormatException if it exists and can never be read as one
   * @throws java.nio.file.NoSuchFileException if it does not exist
   */
  public static SourceFile open(Path path, IoRetry retry) throws IOException {
    return retry.read(() -> opened(path, retry));
  }

  private static SourceFile opened(Path path, IoRetry retry) throws IOException {
    if (isLocal(path)) {
      LocalBytes bytes = local(path);
      return new SourceFile(path, bytes.version(), retry, bytes);
    }
    BasicFileAttributes there = attributes(path);
    Optional<OpenOption> option =
        there.fileKey() instanceof OpenOption key ? Optional.of(key) : Optional.empty();
    return remote(path, new SourceVersion(there.size(), option, Optional.empty()), retry);
  }

  private static LocalBytes local(Path path) throws IOException {
    SourcePath.requireFile(path);
    return new LocalBytes(path);
  }

  /** Whether a path is one of this machine's file system, and not of an object store. */
  public static boolean isLocal(Path path) {
    return path.getFileSystem().equals(FileSystems.getDefault());
  }

  /**
   * Opens a file to read from its beginning to its end. An object is read in the version that it
   * has now.
   *
   * @param retry of opening it and of each read, which goes on where it was
   * @throws IOException later, if the file becomes shorter
   */
  public static InputStream stream(Path path, IoRetry retry) throws IOException {
    return open(path, retry).stream();
  }

  /** Opens this version of an object as a stream, which fails if the object has changed. */
  public static InputStream stream(Path path, ListedVersion version) throws IOException {
    return openUnchanged(path, SourceVersion.of(version)).stream();
  }

  /** All bytes from the first on; closes this file with the stream. */
  InputStream stream() {
    return new Stream(this);
  }

  /** All bytes of a file, which is closed with the stream. Not thread-safe. */
  private static final class Stream extends InputStream {
    private final SourceFile file;
    private long position;

    Stream(SourceFile file) {
      this.file = file;
      file.plan(0, file.version.length());
    }

    private long left() {
      return file.version.length() - position;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int most = (int) Math.min(length, left());
      if (most == 0) {
        return length == 0 ? 0 : -1;
      }
      int count = file.readSome(position, target, offset, most);
      position += count;
      return count;
    }

    @Override
    public long skip(long count) {
      long skipped = Math.max(0, Math.min(count, left()));
      position += skipped;
      return skipped;
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static SourceFile remote(Path path, SourceVersion version, IoRetry retry) {
    return new SourceFile(
        path,
        version,
        retry,
        new RemoteBytes(
            (position, length) -> recentOrFetched(path, version, position, length),
            version.length()));
  }

  private static byte[] recentOrFetched(Path path, SourceVersion version, long position, int length)
      throws IOException {
    Optional<byte[]> recent = RECENT.bytes(path, version, position, length);
    if (recent.isPresent()) {
      return recent.get();
    }
    byte[] bytes = fetch(path, version, position, length);
    RECENT.learn(path, version, position, bytes);
    return bytes;
  }

  private static byte[] fetch(Path path, SourceVersion version, long position, int length)
      throws IOException {
    Set<OpenOption> options = new HashSet<>(Set.of(StandardOpenOption.READ));
    version.option().ifPresent(options::add);
    try (SeekableByteChannel channel = Files.newByteChannel(path, options)) {
      ByteBuffer target = ByteBuffer.allocate(length);
      channel.position(position);
      while (target.hasRemaining()) {
        if (channel.read(target) < 0) {
          throw new IOException(
              "%s ends at %d of %d bytes".formatted(path, channel.position(), channel.size()));
        }
      }
      return target.array();
    }
  }

  /** The same without retries. */
  public static SourceFile openUnchanged(Path path, SourceVersion version) throws IOException {
    return openUnchanged(path, version, IoRetry.NEVER);
  }

  /**
   * Opens a file that must still be the one that it was.
   *
   * @param retry of opening it and of each read
   * @throws IOException if it is another one; or later, when an object is read
   */
  public static SourceFile openUnchanged(Path path, SourceVersion version, IoRetry retry)
      throws IOException {
    if (!isLocal(path)) {
      return remote(path, version, retry);
    }
    LocalBytes bytes = retry.read(() -> local(path));
    Optional<String> change = bytes.changeSince(version);
    if (change.isPresent()) {
      try (bytes) {
        throw new IOException(change.get());
      }
    }
    return new SourceFile(path, version, retry, bytes);
  }

  /** Upper bound of the memory that an open file takes while these chunks are read. */
  public static long heldBytes(SourceVersion version, List<ColumnChunkSpan> spans) {
    return version.option().isPresent() ? RemoteBytes.heldBytes(spans) : 0;
  }

  /** What to open it by again. */
  SourceVersion version() {
    return version;
  }

  /** Tells that bytes are going to be read, so that they can be fetched together. */
  public void plan(long position, long length) {
    bytes.plan(position, length);
  }

  /** Asks an object store for the beginnings of what is planned, before the first read does. */
  public void begin() {
    bytes.begin();
  }

  /** Reads exactly {@code length} bytes into the start of {@code target}. */
  public void read(long position, byte[] target, int length) throws IOException {
    int done = 0;
    while (done < length) {
      done += readSome(position + done, target, done, length - done);
    }
  }

  /** Reads at least one byte and at most {@code length}, at least 1; returns how many. */
  private int readSome(long position, byte[] target, int offset, int length) throws IOException {
    int count = retry.read(() -> bytes.read(position, target, offset, length));
    if (count < 0) {
      throw new EOFException(
          "%s became shorter while it was read: no byte at %d".formatted(path, position));
    }
    return count;
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
