package dev.sluice.topics.record;

import dev.sluice.core.DumpName;
import dev.sluice.core.RowJudge;
import dev.sluice.core.Utf8;
import java.util.Arrays;
import java.util.Optional;

/**
 * A document as it travels on {@code documents} and the curated topics: the same bytes on both,
 * Avro single-object encoding of {@code document.avsc}. Parsing reads the small fields; the text
 * stays where it is, in the value. Immutable but for the arrays it lends.
 */
public final class DocumentRecord implements TopicRecord, RowJudge.Row {
  private static final byte[] HEADER = Schemas.header(Schemas.DOCUMENT);

  /** That a text is there, and its length. */
  private static final int LARGEST_TEXT_HEAD = 20;

  private final byte[] value;
  private final String unit;
  private final String file;
  private final long row;
  private final String dump;
  private final byte[] id;
  private final boolean hasScore;
  private final double score;
  private final Optional<TextPointer> pointer;
  private final int textBranch;
  private final boolean hasText;
  private final int textOffset;

  private DocumentRecord(byte[] value) throws MalformedRecordException {
    AvroReader in = new AvroReader(value, Schemas.HEADER_LENGTH);
    this.value = value;
    this.unit = requireUnit(in.readString());
    this.file = in.readString();
    this.row = in.readLong();
    this.dump = requireDump(in.readString());
    this.id = in.readBytes();
    this.hasScore = in.readPresent();
    this.score = hasScore ? in.readDouble() : Double.NaN;
    this.pointer = in.readPresent() ? Optional.of(pointer(in)) : Optional.empty();
    this.textBranch = in.position();
    this.hasText = in.readPresent();
    int textLength = hasText ? in.readLength() : 0;
    this.textOffset = in.position();
    if (textOffset + textLength != value.length) {
      throw new MalformedRecordException("bytes behind the text of " + file + " row " + row);
    }
  }

  /** Units and dumps become parts of keys that NUL separates. */
  private static String requireUnit(String unit) throws MalformedRecordException {
    if (unit.isEmpty() || unit.indexOf('\0') >= 0) {
      throw new MalformedRecordException("a unit that is empty or holds a NUL");
    }
    return unit;
  }

  /** Dumps become directories: whoever wrote the record, it must not choose another path. */
  private static String requireDump(String dump) throws MalformedRecordException {
    if (!dump.equals(DumpName.UNKNOWN) && !DumpName.isValid(dump)) {
      throw new MalformedRecordException(
          "dump \"" + dump + "\": allowed are CC-MAIN-... and " + DumpName.UNKNOWN);
    }
    return dump;
  }

  private static TextPointer pointer(AvroReader in) throws MalformedRecordException {
    int rowGroup = in.readInt();
    long length = in.readLong();
    TextHash hash = new TextHash(in.readBytes());
    return new TextPointer(rowGroup, length, hash, in.readBoolean());
  }

  /** Whether a value is a document (and not a marker). */
  public static boolean matches(byte[] value) {
    return Schemas.hasHeader(value, HEADER);
  }

  /**
   * Reads a value.
   *
   * @throws MalformedRecordException when the bytes are not a document
   */
  public static DocumentRecord parse(byte[] value) throws MalformedRecordException {
    if (!matches(value)) {
      throw new MalformedRecordException("not a document: unknown header");
    }
    return new DocumentRecord(value);
  }

  static byte[] header() {
    return HEADER;
  }

  @Override
  public void requirePlace(byte[] key, int partition) throws MalformedRecordException {
    if (!Arrays.equals(key, id)) {
      throw new MalformedRecordException("its key is not its id");
    }
  }

  /** The encoded record. The array itself, which must not be changed. */
  public byte[] value() {
    return value;
  }

  /** The value of the same document with this text, in UTF-8, in place of its own. */
  public byte[] withText(byte[] text) {
    AvroWriter out = new AvroWriter(textBranch + LARGEST_TEXT_HEAD);
    out.writeRaw(value, 0, textBranch);
    out.writeLong(1);
    out.writeLong(text.length);
    return out.toBytesBefore(text, 0, text.length);
  }

  /** Id of the unit of input. */
  public String unit() {
    return unit;
  }

  /** Path of the source file relative to the input root. */
  public String file() {
    return file;
  }

  /** Row in the source file, from 0. */
  public long row() {
    return row;
  }

  /** Name of the dump, or {@code unknown}. */
  public String dump() {
    return dump;
  }

  /** Where the text is, when it does not travel. */
  public Optional<TextPointer> pointer() {
    return pointer;
  }

  @Override
  public byte[] id() {
    return id;
  }

  @Override
  public boolean hasScore() {
    return hasScore;
  }

  @Override
  public double score() {
    return score;
  }

  /** The array that the text lies in, from {@link #textOffset} on: the record's value. */
  public byte[] textBytes() {
    return value;
  }

  /** Where the text begins. */
  public int textOffset() {
    return textOffset;
  }

  /** Bytes of the text; 0 when it is absent or pointed at. */
  public int textLength() {
    return value.length - textOffset;
  }

  @Override
  public boolean hasBlankText() {
    return pointer.isEmpty() && (!hasText || Utf8.isBlank(value, textOffset, textLength()));
  }

  @Override
  public boolean hasWellFormedText() {
    return pointer
        .map(TextPointer::wellFormed)
        .orElseGet(() -> Utf8.isWellFormed(value, textOffset, textLength()));
  }
}
