package dev.sluice.topics.record;

import dev.sluice.core.Utf8;
import dev.sluice.core.gauge.DropExample;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A document on {@code documents} or on a curated topic. It is in Avro single-object encoding with
 * the schema {@code document.avsc}. Without operators, its bytes are the same on both topics.
 *
 * <p>Parsing decodes all fields except the text, which stays in the value. Immutable if callers do
 * not change the arrays that it returns.
 */
public final class DocumentRecord implements TopicRecord, TopicDocument {
  private static final byte[] HEADER = Schemas.header(Schemas.DOCUMENT);

  /** The maximum size of the text's union branch and length, each a varint of at most ten bytes. */
  private static final int MAX_TEXT_HEAD_BYTES = 20;

  private final byte[] value;
  private final Fields fields;
  private final int columnsOffset;
  private final int columnsLength;
  private final int textBranch;
  private final boolean hasText;
  private final int textOffset;

  private DocumentRecord(byte[] value) throws MalformedRecordException {
    AvroReader in = AvroReader.body(value, HEADER, "a document");
    this.value = value;
    String unit = in.readUnit();
    String file = in.readString();
    long row = in.readLong();
    String dump = in.readDump();
    byte[] id = in.readBytes();
    boolean hasScore = in.readPresent();
    double score = hasScore ? in.readDouble() : Double.NaN;
    Optional<TextPointer> pointer = in.readPresent() ? Optional.of(pointer(in)) : Optional.empty();
    this.fields = new Fields(unit, file, row, dump, id, hasScore, score, pointer);
    this.columnsLength = in.readLength();
    this.columnsOffset = in.position();
    in.skipBytes(columnsLength);
    this.textBranch = in.position();
    this.hasText = in.readPresent();
    int textLength = hasText ? in.readLength() : 0;
    this.textOffset = in.position();
    if (textOffset + textLength != value.length) {
      throw new MalformedRecordException("bytes after the text of " + file + " row " + row);
    }
  }

  private static TextPointer pointer(AvroReader in) throws MalformedRecordException {
    int rowGroup = in.readInt();
    long length = in.readLong();
    TextDigest hash = new TextDigest(in.readBytes());
    return new TextPointer(rowGroup, length, hash, in.readBoolean());
  }

  /** Returns whether a value has a document's header. */
  public static boolean matches(byte[] value) {
    return Schemas.hasHeader(value, HEADER);
  }

  /**
   * Decodes a value.
   *
   * @throws MalformedRecordException if it is not a document
   */
  public static DocumentRecord parse(byte[] value) throws MalformedRecordException {
    return new DocumentRecord(value);
  }

  static byte[] header() {
    return HEADER;
  }

  @Override
  public void requirePlace(byte[] key, int partition) throws MalformedRecordException {
    if (!Arrays.equals(key, id())) {
      throw new MalformedRecordException(
          "the key of the record differs from the id of its document");
    }
  }

  /** Returns the encoded record. This is the internal array, which must not be changed. */
  public byte[] value() {
    return value;
  }

  /** Returns the document with its text replaced by this one, in UTF-8. */
  public DocumentRecord withText(byte[] text) {
    AvroWriter out = new AvroWriter(textBranch + MAX_TEXT_HEAD_BYTES);
    out.writeRaw(value, 0, textBranch);
    out.writeLong(1);
    out.writeLong(text.length);
    try {
      return new DocumentRecord(out.toBytesBefore(text, 0, text.length));
    } catch (MalformedRecordException e) {
      throw new IllegalStateException("Sluice cannot read a record that it encoded", e);
    }
  }

  @Override
  public List<DocumentRecord> documents() {
    return List.of(this);
  }

  @Override
  public byte[] recordOf(List<? extends TopicDocument> kept) {
    return value;
  }

  @Override
  public Fields fields() {
    return fields;
  }

  /**
   * Returns a view of the carried columns of the row, as a record. It is empty if the row has none.
   */
  public ByteBuffer columns() {
    return ByteBuffer.wrap(value, columnsOffset, columnsLength);
  }

  /**
   * Returns the array that contains the text from {@link #textOffset} on. This array is the
   * record's value.
   */
  public byte[] textBytes() {
    return value;
  }

  /** Returns the offset of the text. */
  public int textOffset() {
    return textOffset;
  }

  /** Returns the length of the text in bytes, or 0 if the record does not contain the text. */
  public int textLength() {
    return value.length - textOffset;
  }

  @Override
  public DropExample example() {
    DropExample bare = TopicDocument.super.example();
    return pointer().isEmpty() ? bare.withText(value, textOffset, textLength()) : bare;
  }

  @Override
  public boolean hasBlankText() {
    return pointer().isEmpty() && (!hasText || Utf8.isBlank(value, textOffset, textLength()));
  }

  @Override
  public boolean hasWellFormedText() {
    return pointer()
        .map(TextPointer::wellFormed)
        .orElseGet(() -> Utf8.isWellFormed(value, textOffset, textLength()));
  }
}
