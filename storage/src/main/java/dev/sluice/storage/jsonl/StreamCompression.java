package dev.sluice.storage.jsonl;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** How a text file is packed, as its name tells. Several packed pieces in a row are one text. */
public enum StreamCompression {
  /** Not at all. */
  NONE(""),
  /** gzip. */
  GZIP(".gz"),
  /** Zstandard. */
  ZSTD(".zst");

  private static final int BUFFER_BYTES = 64 << 10;

  private final String ending;

  StreamCompression(String ending) {
    this.ending = ending;
  }

  /** The packing of a file of this name. */
  public static StreamCompression of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(GZIP.ending)) {
      return GZIP;
    }
    return lower.endsWith(ZSTD.ending) ? ZSTD : NONE;
  }

  /** The name, in lower case, that the file has unpacked. */
  public static String unpackedName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.substring(0, lower.length() - of(name).ending.length());
  }

  /**
   * The text in packed bytes; to be closed instead of them. What unpacks to more than 10,000 times
   * its size, and more than 1 GiB, is broken.
   *
   * @throws IOException as every read of the result; see {@link #isBroken}
   */
  public InputStream unpack(InputStream packed) throws IOException {
    if (this == NONE) {
      return packed;
    }
    CountedStream counted = new CountedStream(packed);
    return new UnpackedStream(
        this == GZIP
            ? new GZIPInputStream(counted, BUFFER_BYTES)
            : new ZstdInputStreamNoFinalizer(counted),
        counted);
  }

  /** What is wrong with the bytes, where {@link #isBroken} says that they are. */
  public static String reason(IOException broken) {
    return broken instanceof EOFException || broken.getMessage() == null
        ? "it is cut off"
        : broken.getMessage();
  }

  /** Whether an error says that the bytes are broken; all else may be the disk's. */
  public static boolean isBroken(IOException error) {
    return error instanceof ZipException
        || error instanceof EOFException
        || error instanceof ZstdIOException;
  }
}
