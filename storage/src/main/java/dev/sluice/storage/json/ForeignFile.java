package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** The kinds of files that are not the expected text. Their first bytes identify them. */
enum ForeignFile {
  /** Parquet in a file with the name of a text file. */
  PARQUET("Parquet: give it a name that ends in .parquet", begins("PAR1")),
  /** A pointer file. A clone without git-lfs has one in place of each large file. */
  GIT_LFS(
      "a git-lfs pointer, not the file itself: fetch the file with `git lfs pull`",
      begins("version https://git-lfs.github.com/spec/")),
  /** UTF-16 or UTF-32, with or without a byte order mark. */
  UTF_16("UTF-16: convert it with `iconv -f UTF-16 -t UTF-8`", ForeignFile::isWide),
  /** A web page, most often an error page of a server. */
  HTML(
      "HTML, perhaps a server's error page in place of the file: download it again",
      head -> isTag(head, "<!doctype html") || isTag(head, "<html")),
  /** XML. */
  XML("XML, which Sluice does not read: convert it to JSON lines", begins("<?xml")),
  /** bzip2. */
  BZIP2(packed("bzip2"), head -> head.matches("(?s)BZh[1-9]1AY&SY.*")),
  /** xz. */
  XZ(packed("xz"), begins("\u00fd7zXZ\0")),
  /** LZ4. */
  LZ4(packed("lz4"), begins("\u0004\"M\u0018")),
  /** Snappy in frames. */
  SNAPPY(packed("snappy"), begins("\u00ff\u0006\0\0sNaPpY")),
  /** A zip archive. */
  ZIP(packed("zip"), begins("PK\u0003\u0004")),
  /** A 7z archive. */
  SEVEN_ZIP(packed("7z"), begins("7z\u00bc\u00af'\u001c")),
  /** Arrow's file format. */
  ARROW("an Arrow file: convert it to Parquet", begins("ARROW1")),
  /** Avro's file format. */
  AVRO("an Avro file: convert it to Parquet", begins("Obj\u0001")),
  /** ORC. */
  ORC("an ORC file: convert it to Parquet", begins("ORC")),
  /** A database. */
  SQLITE("an SQLite database: export its rows as JSON lines", begins("SQLite format 3\0"));

  /** The number of first bytes that suffice to recognise a kind. */
  static final int HEAD_BYTES = 64;

  private static final String MARK = "\u00ef\u00bb\u00bf";

  private final String what;
  private final Predicate<String> test;

  ForeignFile(String what, Predicate<String> test) {
    this.what = what;
    this.test = test;
  }

  private static String packed(String by) {
    return "compressed with %s: unpack it, or compress it with gzip or zstd".formatted(by);
  }

  private static Predicate<String> begins(String magic) {
    return head -> head.startsWith(magic);
  }

  private static boolean isTag(String head, String tag) {
    String text = head.startsWith(MARK) ? head.substring(MARK.length()) : head;
    return text.stripLeading().toLowerCase(Locale.ROOT).startsWith(tag);
  }

  /**
   * Returns whether a file starts with a byte order mark of UTF-16 or UTF-32, or has zero bytes as
   * ASCII text has in these encodings.
   */
  private static boolean isWide(String head) {
    boolean marked = head.startsWith("\u00ff\u00fe") || head.startsWith("\u00fe\u00ff");
    boolean zero = head.length() >= 4 && (head.charAt(0) == 0) != (head.charAt(1) == 0);
    return marked || zero && (head.charAt(0) == 0) == (head.charAt(2) == 0);
  }

  /**
   * Recognises a file by its first bytes. The result is empty if the file may be a text in UTF-8.
   */
  static Optional<ForeignFile> of(byte[] head) {
    String text = new String(head, ISO_8859_1);
    return Arrays.stream(values()).filter(kind -> kind.test.test(text)).findFirst();
  }

  /** Returns whether the file is compressed in a way that Sluice does not read. */
  boolean isPacked() {
    return compareTo(BZIP2) >= 0 && compareTo(SEVEN_ZIP) <= 0;
  }

  /** Describes the file and what to do about it. */
  String what() {
    return what;
  }
}
