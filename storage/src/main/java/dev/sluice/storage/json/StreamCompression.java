package dev.sluice.storage.json;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The compression of a text file. */
public enum StreamCompression {
  /** Not compressed. */
  NONE,
  /** gzip. */
  GZIP(".gz", ".gzip"),
  /** Zstandard. */
  ZSTD(".zst", ".zstd");

  /** The suffixes of the names of compressed files. */
  public static final List<String> ENDINGS =
      Stream.of(values()).flatMap(each -> each.endings.stream()).toList();

  private final List<String> endings;

  StreamCompression(String... endings) {
    this.endings = List.of(endings);
  }

  /** Returns the compression that a file with this name should have. */
  public static StreamCompression of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (GZIP.endings.stream().anyMatch(lower::endsWith)) {
      return GZIP;
    }
    return ZSTD.endings.stream().anyMatch(lower::endsWith) ? ZSTD : NONE;
  }

  /**
   * Returns the compression of a file with these first bytes. There must be at least four, unless
   * the file is shorter.
   */
  static StreamCompression of(byte[] head) {
    if (head.length >= 2 && head[0] == 0x1F && head[1] == (byte) 0x8B) {
      return GZIP;
    }
    boolean frame = begins(head, 0xFD2FB528, -1);
    boolean skippable = begins(head, 0x184D2A50, 0xFFFFFFF0);
    return frame || skippable ? ZSTD : NONE;
  }

  private static boolean begins(byte[] head, int magic, int mask) {
    if (head.length < Integer.BYTES) {
      return false;
    }
    int first =
        head[0] & 0xFF | (head[1] & 0xFF) << 8 | (head[2] & 0xFF) << 16 | (head[3] & 0xFF) << 24;
    return (first & mask) == magic;
  }

  /** Returns the file's name in lower case, without the suffix of the compression. */
  public static String unpackedName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return of(name).endings.stream()
        .filter(lower::endsWith)
        .findFirst()
        .map(ending -> lower.substring(0, lower.length() - ending.length()))
        .orElse(lower);
  }

  /** Returns the name as used in sentences. */
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
