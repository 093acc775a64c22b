package dev.sluice.storage.page;

import dev.sluice.storage.PermanentException;
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
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A file opened for positional reads, either local or in an object store. Failed reads are retried
 * as specified when opening, so decoders need not handle I/O errors. Not thread-safe.
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
   * @param retry how opening the file and each read are retried
   * @throws SourceFormatException if the path exists and can never be read as a file
   * @throws java.nio.file.NoSuchFileException if the path does not exist
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

  /** Returns whether a path belongs to the local file system and not to an object store. */
  public static boolean isLocal(Path path) {
    return path.getFileSystem().equals(FileSystems.getDefault());
  }

  /**
   * Opens a file to read it from its beginning to its end. If the path comes from a listing of an
   * object store, opens the version that was listed, or fails.
   */
  public static InputStream stream(Path path) throws IOException {
    return isLocal(path) ? Files.newInputStream(path) : stream(path, attributes(path));
  }

  /** Opens this version of an object. The read fails if that version is gone. */
  public static InputStream stream(Path path, SourceVersion.ListedVersion version)
      throws IOException {
    return Files.newInputStream(path, StandardOpenOption.READ, version);
  }

  private static InputStream stream(Path path, BasicFileAttributes there) throws IOException {
    return there.fileKey() instanceof OpenOption version
        ? Files.newInputStream(path, StandardOpenOption.READ, version)
        : Files.newInputStream(path);
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Opens a file, and later opens it again only if it is unchanged. Not thread-safe. */
  private static final class SameFile implements RetriedStream.Opening {
    private final Path path;
    private Optional<BasicFileAttributes> first = Optional.empty();

    SameFile(Path path) {
      this.path = path;
    }

    @Override
    public InputStream open() throws IOException {
      BasicFileAttributes now = attributes(path);
      if (first.isPresent() && !isSame(first.get(), now)) {
        throw new PermanentException(path + " has changed while it was read");
      }
      first = Optional.of(now);
      return stream(path, now);
    }

    private static boolean isSame(BasicFileAttributes one, BasicFileAttributes other) {
      return one.size() == other.size() && one.lastModifiedTime().equals(other.lastModifiedTime());
    }
  }

  /**
   * Opens a file as a stream that continues after I/O errors. It opens the file again, and the file
   * must not have changed.
   *
   * @param retry how opening the file and each read are retried
   */
  public static InputStream stream(Path path, IoRetry retry) throws IOException {
    return new RetriedStream(new SameFile(path), retry);
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
              "%s ends after %d of %d bytes".formatted(path, channel.position(), channel.size()));
        }
      }
      return target.array();
    }
  }

  /** Opens a file without retries. The file must be unchanged. */
  public static SourceFile openUnchanged(Path path, SourceVersion version) throws IOException {
    return openUnchanged(path, version, IoRetry.NEVER);
  }

  /**
   * Opens a file. The file must be unchanged.
   *
   * @param retry how opening the file and each read are retried
   * @throws IOException if the file has changed; for an object, this may be thrown only by a read
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

  /** Returns an upper bound of the memory that an open file takes while these chunks are read. */
  public static long heldBytes(SourceVersion version, List<ColumnChunkSpan> spans) {
    return version.option().isPresent() ? RemoteBytes.heldBytes(spans) : 0;
  }

  /** Returns the version. The file can be opened again by this version. */
  SourceVersion version() {
    return version;
  }

  /** Announces a range that will be read. Announced ranges can be fetched together. */
  public void plan(long position, long length) {
    bytes.plan(position, length);
  }

  /**
   * Requests the beginnings of the planned ranges from an object store. This happens before the
   * first read.
   */
  public void begin() {
    bytes.begin();
  }

  /** Reads exactly {@code length} bytes into the start of {@code target}. */
  public void read(long position, byte[] target, int length) throws IOException {
    int done = 0;
    while (done < length) {
      int begin = done;
      int count = retry.read(() -> bytes.read(position + begin, target, begin, length - begin));
      if (count < 0) {
        throw new EOFException(
            "%s became shorter while it was read: it has no byte at offset %d"
                .formatted(path, position + done));
      }
      done += count;
    }
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }

  /** The bytes of an open file. Not thread-safe. */
  interface SourceBytes extends Closeable {
    /**
     * Reads at least one byte and at most {@code length}. It returns the number of bytes, or a
     * negative number at the end of the file.
     */
    int read(long position, byte[] target, int offset, int length) throws IOException;

    /** Announces a range that will be read. Announced ranges can be fetched together. */
    default void plan(long position, long length) {
      // the operating system reads ahead
    }

    /** Requests the beginnings of the planned ranges. This happens before the first read. */
    default void begin() {
      // the operating system reads ahead
    }
  }

  /**
   * Caches the last bytes of the most recently opened objects. Each entry belongs to one version.
   * These contain footers, which the checks before the start, ingest and the sink all read, and
   * small files as a whole. Thread-safe.
   *
   * <p>Memory: {@value #MOST} ends of {@value #MOST_BYTES} bytes, 8 MiB.
   */
  static final class RecentEnds {
    /** The number of last bytes to cache. Most footers are smaller, so one request fetches them. */
    static final int MOST_BYTES = 512 << 10;

    private static final int MOST = 16;

    private final Map<Key, byte[]> ends =
        new LinkedHashMap<>(MOST, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Key, byte[]> eldest) {
            return size() > MOST;
          }
        };

    private record Key(Path file, long length, String version) {
      static Optional<Key> of(Path file, SourceVersion version) {
        return version.option().map(tag -> new Key(file, version.length(), tag.toString()));
      }
    }

    /** Returns bytes of a file if they are cached. */
    synchronized Optional<byte[]> bytes(
        Path file, SourceVersion version, long position, int length) {
      return Key.of(file, version)
          .map(ends::get)
          .filter(end -> position >= version.length() - end.length)
          .map(
              end -> {
                int from = (int) (position - (version.length() - end.length));
                return Arrays.copyOfRange(end, from, from + length);
              });
    }

    /** Caches bytes if they are the end of their file and not too many. */
    synchronized void learn(Path file, SourceVersion version, long position, byte[] bytes) {
      if (position + bytes.length == version.length() && bytes.length <= MOST_BYTES) {
        Key.of(file, version).ifPresent(key -> ends.put(key, bytes));
      }
    }
  }
}
