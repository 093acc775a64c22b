package dev.sluice.storage.takedown;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What an entry of a take-down compares with a row. */
public enum EntryKind {
  /** The id, in the form in which deduplication compares ids. */
  ID(1, 1 + 16, 0),
  /** The URL, in the form of {@link dev.sluice.core.UrlForm}. */
  URL(2, 2 * Integer.BYTES + 16, 0),
  /** A domain, which names its URLs and those of its subdomains. */
  DOMAIN(3, 0, Byte.BYTES),
  /** The text, byte for byte. */
  TEXT(4, 2 * Integer.BYTES + 16, 0),
  /**
   * The signature of the text, which names texts that are similar to it; see {@link NearTable}.
   * Signatures are those of version 1 and Unicode 17.0. Other ones need another kind.
   */
  NEAR(5, 0, Short.BYTES);

  /**
   * The number of first bytes of an entry with a hash. They are computed much faster than the hash,
   * and few rows have those of an entry.
   */
  static final int HASH_AT = 2 * Integer.BYTES;

  private final int code;
  private final int width;
  private final int lengthBytes;

  EntryKind(int code, int width, int lengthBytes) {
    this.code = code;
    this.width = width;
    this.lengthBytes = lengthBytes;
  }

  /** Returns the kind of a code, or empty if a newer version must have written it. */
  static Optional<EntryKind> ofCode(int code) {
    return Stream.of(values()).filter(kind -> kind.code == code).findFirst();
  }

  /** Returns whether entries of this kind are hashes of what they name; see {@link EntryForms}. */
  boolean isHashed() {
    return this == URL || this == TEXT;
  }

  /** Returns the number of the kind in files. */
  int code() {
    return code;
  }

  /** Returns the bytes of each entry; 0 if they differ. */
  int width() {
    return width;
  }

  /** Returns the first bytes of an entry that are the number of the others; 0 if it has a width. */
  int lengthBytes() {
    return lengthBytes;
  }

  /** Returns the name in records, options and messages, such as {@code id}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
