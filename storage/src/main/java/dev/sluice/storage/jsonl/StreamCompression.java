package dev.sluice.storage.jsonl;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Compression of a text file, given by its name. Concatenated compressed members are one text. */
public enum StreamCompression {
  /** Not compressed. */
  NONE,
  /** gzip. */
  GZIP(".gz", ".gzip"),
  /** Zstandard. */
  ZSTD(".zst", ".zstd");

  /** What names of compressed files end in. */
  public static final List<String> ENDINGS =
      Stream.of(values()).flatMap(each -> each.endings.stream()).toList();

  private static final int BUFFER_BYTES = 64 << 10;

  private final List<String> endings;

  StreamCompression(String... endings) {
    this.endings = List.of(endings);
  }

  /** The compression of a file with this name. */
  public static StreamCompression of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (GZIP.endings.stream().anyMatch(lower::endsWith)) {
      return GZIP;
    }
    return ZSTD.endings.stream().anyMatch(lower::endsWith) ? ZSTD : NONE;
  }

  /** The file's name without the compression's suffix, in lower case. */
  public static String unpackedName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return of(name).endings.stream()
        .filter(lower::endsWith)
        .findFirst()
        .map(ending -> lower.substring(0, lower.length() - ending.length()))
        .orElse(lower);
  }

  /**
   * The uncompressed text; close it instead of the compressed stream. Data that expands by a factor
   * of more than 10,000, and to more than 1 GiB, counts as broken.
   *
   * @throws IOException on any read of the result; see {@link #isBroken}
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

  /** What is wrong with data for which {@link #isBroken} is true. */
  public static String reason(IOException broken) {
    return broken instanceof EOFException || broken.getMessage() == null
        ? "it is cut off"
        : broken.getMessage();
  }

  /** Whether an error means that the data is broken; any other may be the disk's. */
  public static boolean isBroken(IOException error) {
    return error instanceof ZipException
        || error instanceof EOFException
        || error instanceof ZstdIOException;
  }
}
