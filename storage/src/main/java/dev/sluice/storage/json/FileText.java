package dev.sluice.storage.json;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.page.SourcePath;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.ZipException;

/**
 * The text of a file. Its first bytes determine whether and how it is compressed, not its name; but
 * a file whose name has the ending of a compressed file must be compressed. Consecutive compressed
 * members or frames form one text, and each must be complete to its last byte. Not thread-safe.
 */
public final class FileText implements Closeable {
  private final StreamCompression compression;
  private final CountedStream packed;
  private final InputStream text;

  private FileText(StreamCompression compression, CountedStream packed, InputStream text) {
    this.compression = compression;
    this.packed = packed;
    this.text = text;
  }

  /**
   * Opens a text in UTF-8.
   *
   * @param retry how opening the file and each read are retried
   * @throws SourceFormatException if the first bytes show a different kind of file, or cannot be
   *     decompressed. Every read of a part that cannot be decompressed throws this exception as
   *     well
   * @throws IOException if the file cannot be read
   */
  public static FileText open(Path file, IoRetry retry) throws IOException {
    SourcePath.requireFile(file);
    return of(file, SourceFile.stream(file, retry), false);
  }

  /**
   * Opens a text of any bytes. Bytes that are compressed in an unsupported way are refused.
   *
   * @param retry how opening the file and each read are retried
   * @throws SourceFormatException as {@link #open}
   * @throws IOException if the file cannot be read
   */
  public static FileText openBytes(Path file, IoRetry retry) throws IOException {
    SourcePath.requireFile(file);
    return of(file, SourceFile.stream(file, retry), true);
  }

  /** Reads a text from a stream. The stream is closed with the text, or if opening fails. */
  static FileText of(Path file, InputStream stream, boolean anyBytes) throws IOException {
    try {
      CountedStream packed = new CountedStream(stream);
      PushbackInputStream in = new PushbackInputStream(packed, ForeignFile.HEAD_BYTES);
      byte[] head = head(in);
      StreamCompression compression = StreamCompression.of(head);
      requirePromised(file, compression, head);
      if (compression == StreamCompression.NONE) {
        requireText(file, head, anyBytes);
        return new FileText(compression, packed, in);
      }
      return ofPacked(file, compression, unpacked(file, compression, in, packed), packed, anyBytes);
    } catch (IOException | RuntimeException e) {
      stream.close();
      throw e;
    }
  }

  private static FileText ofPacked(
      Path file,
      StreamCompression compression,
      InputStream unpacked,
      CountedStream packed,
      boolean anyBytes)
      throws IOException {
    try {
      PushbackInputStream text = new PushbackInputStream(unpacked, ForeignFile.HEAD_BYTES);
      requireText(file, head(text), anyBytes);
      return new FileText(compression, packed, text);
    } catch (IOException | RuntimeException e) {
      unpacked.close(); // frees memory outside of the heap
      throw e;
    }
  }

  private static byte[] head(PushbackInputStream in) throws IOException {
    byte[] head = in.readNBytes(ForeignFile.HEAD_BYTES);
    in.unread(head);
    return head;
  }

  private static void requirePromised(Path file, StreamCompression compression, byte[] head)
      throws SourceFormatException {
    StreamCompression promised = StreamCompression.of(file.getFileName().toString());
    if (compression == StreamCompression.NONE && promised != StreamCompression.NONE) {
      throw new SourceFormatException(
          file,
          head.length == 0
              ? "it is empty, so it is not %s: even an empty text has some bytes when compressed"
                  .formatted(promised.title())
              : "it is not compressed with %s, contrary to what its name suggests"
                  .formatted(promised.title()));
    }
  }

  private static void requireText(Path file, byte[] head, boolean anyBytes)
      throws SourceFormatException {
    Optional<ForeignFile> foreign =
        ForeignFile.of(head).filter(kind -> !anyBytes || kind.isPacked());
    if (foreign.isPresent()) {
      throw new SourceFormatException(file, "it is " + foreign.get().what());
    }
  }

  private static InputStream unpacked(
      Path file, StreamCompression compression, InputStream in, CountedStream packed)
      throws IOException {
    try {
      return new UnpackedStream(
          file,
          compression == StreamCompression.GZIP
              ? new GzipStream(in)
              : new ZstdInputStreamNoFinalizer(new LastByteApart(in)),
          packed);
    } catch (ZipException | EOFException | ZstdIOException e) {
      throw new SourceFormatException(file, "cannot be decompressed: " + UnpackedStream.reason(e));
    }
  }

  /** Returns the bytes of the text from the first one on. */
  public InputStream stream() {
    return text;
  }

  /** Returns how the file is compressed. */
  public StreamCompression compression() {
    return compression;
  }

  /** Returns the number of bytes of the file that have been read. */
  public long bytesRead() {
    return packed.count();
  }

  @Override
  public void close() throws IOException {
    text.close();
  }

  /** Counts the bytes read or skipped. */
  static final class CountedStream extends FilterInputStream {
    private long count;

    /** Counts the bytes of a stream. The stream is closed with the counter. */
    CountedStream(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int value = super.read();
      count += value < 0 ? 0 : 1;
      return value;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int read = super.read(target, offset, length);
      count += Math.max(0, read);
      return read;
    }

    @Override
    public long skip(long bytes) throws IOException {
      long skipped = super.skip(bytes);
      count += skipped;
      return skipped;
    }

    /** Returns the number of bytes so far. */
    long count() {
      return count;
    }
  }

  /**
   * Returns the last byte of a stream, which is read separately. zstd-jni remembers from one read
   * to the next whether a frame is complete, but forgets this if a frame ends amid the bytes of a
   * read. So it does not notice that the last of several consecutive frames is truncated. It does
   * notice this if the last byte of the stream is read alone, because no frame is complete without
   * its last byte.
   */
  static final class LastByteApart extends FilterInputStream {
    private static final int NONE = -1;

    private int held = NONE;
    private boolean begun;

    LastByteApart(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (!begun) {
        begun = true;
        held = in.read();
      }
      if (held == NONE || length == 0) {
        return held == NONE ? -1 : 0;
      }
      target[offset] = (byte) held;
      int count = length == 1 ? 0 : in.read(target, offset + 1, length - 1);
      held = count > 0 ? target[offset + count] & 0xFF : length == 1 ? in.read() : NONE;
      return Math.max(1, count);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }
  }

  /**
   * Returns uncompressed bytes, up to a plausible expansion factor. A few megabytes that expand to
   * a hundred gigabytes of one byte are not data, and would keep every job busy for minutes. If a
   * decompressor rejects the bytes, the exception says that the file is broken; any other error may
   * be due to the disk.
   */
  static final class UnpackedStream extends InputStream {
    /**
     * zstd compresses a million copies of one line by a factor of 7,000; gzip's limit is about
     * 1,000.
     */
    private static final long MAX_FACTOR = 10_000;

    private static final long FREE_BYTES = 1L << 30;

    private final Path file;
    private final InputStream in;
    private final CountedStream packed;
    private long bytes;

    /**
     * @param in the decompressing stream
     * @param packed the compressed bytes, from which {@code in} reads
     */
    UnpackedStream(Path file, InputStream in, CountedStream packed) {
      this.file = file;
      this.in = in;
      this.packed = packed;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int count;
      try {
        count = in.read(target, offset, length);
      } catch (ZipException | EOFException | ZstdIOException e) {
        throw broken(reason(e));
      }
      bytes += Math.max(0, count);
      if (bytes > FREE_BYTES && bytes / MAX_FACTOR > packed.count()) {
        throw broken(
            "the data unpacks to more than %,d times its compressed size".formatted(MAX_FACTOR));
      }
      return count;
    }

    private SourceFormatException broken(String reason) {
      return new SourceFormatException(
          file,
          "cannot be decompressed beyond the first %d bytes of its text: %s"
              .formatted(bytes, reason));
    }

    /** Describes the problem of compressed data. */
    static String reason(IOException broken) {
      if (broken instanceof ZstdIOException zstd) {
        if (zstd.getErrorCode() == Zstd.errFrameParameterWindowTooLarge()) {
          return "decompression needs a window of more than 128 MiB: compress the file again with"
              + " zstd, without --long or with at most --long=27";
        }
        return zstd.getMessage().startsWith("Truncated")
            ? "the compressed data is truncated"
            : zstd.getMessage();
      }
      return broken instanceof EOFException
          ? "the compressed data is truncated"
          : broken.getMessage();
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
