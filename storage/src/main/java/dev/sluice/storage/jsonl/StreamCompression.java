package dev.sluice.storage.jsonl;

import java.util.Locale;

/** Compression of a text file. */
public enum StreamCompression {
  /** Not compressed. */
  NONE(""),
  /** gzip. */
  GZIP(".gz"),
  /** Zstandard. */
  ZSTD(".zst");

  private final String ending;

  StreamCompression(String ending) {
    this.ending = ending;
  }

  /** The compression that a file with this name should have. */
  public static StreamCompression of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(GZIP.ending)) {
      return GZIP;
    }
    return lower.endsWith(ZSTD.ending) ? ZSTD : NONE;
  }

  /** The compression of a file with these first bytes: at least four, if it has so many. */
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

  /** The file's name without the compression's suffix, in lower case. */
  public static String unpackedName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.substring(0, lower.length() - of(name).ending.length());
  }

  /** Its name in sentences. */
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
