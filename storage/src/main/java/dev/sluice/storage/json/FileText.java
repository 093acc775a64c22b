package dev.sluice.storage.json;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.page.SourcePath;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.ZipException;

/**
 * The text of a file. Its first bytes say whether and how it is compressed; its name is not
 * believed, but a file whose name promises compression must have it. Compressed members or frames
 * that follow each other are one text, and complete to the last byte. Not thread-safe.
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
   * @param retry of opening the file and of each read
   * @throws SourceFormatException if the first bytes are those of another kind of file, or cannot
   *     be decompressed. So does every read of the text where it cannot be decompressed
   * @throws IOException if it cannot be read
   */
  public static FileText open(Path file, IoRetry retry) throws IOException {
    SourcePath.requireFile(file);
    return of(file, SourceFile.stream(file, retry), false);
  }

  /**
   * Opens a text of any bytes, if they are not compressed in a way that cannot be read.
   *
   * @param retry of opening the file and of each read
   * @throws SourceFormatException as {@link #open}
   * @throws IOException if it cannot be read
   */
  public static FileText openBytes(Path file, IoRetry retry) throws IOException {
    SourcePath.requireFile(file);
    return of(file, SourceFile.stream(file, retry), true);
  }

  /** Reads a text from a stream, which is closed with the text, or if opening fails. */
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
      unpacked.close(); // memory outside of the heap
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
              ? "it is empty, so it is not %s: even that of no text has some bytes"
                  .formatted(promised.title())
              : "it is not compressed with %s, as its name says".formatted(promised.title()));
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

  /** The bytes of the text, from the first on. */
  public InputStream stream() {
    return text;
  }

  /** How the file is compressed. */
  public StreamCompression compression() {
    return compression;
  }

  /** Number of bytes of the file that have been read. */
  public long bytesRead() {
    return packed.count();
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
