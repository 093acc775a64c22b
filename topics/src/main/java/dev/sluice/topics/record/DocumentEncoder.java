package dev.sluice.topics.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.OptionalDouble;

/**
 * Encodes the documents of one source file in the form that {@link DocumentRecord} reads. The text
 * is copied once, from its page into the value.
 *
 * <p>Immutable and thread-safe.
 */
public final class DocumentEncoder {
  /**
   * The total size of dump, numbers and lengths in bytes, rounded up so that the array rarely
   * grows.
   */
  private static final int FIXED_BYTES = 160;

  private static final ByteBuffer NO_COLUMNS = ByteBuffer.allocate(0);

  private final byte[] unit;
  private final byte[] file;

  /** Creates an encoder for the rows of one file of one unit. */
  public DocumentEncoder(String unit, String file) {
    this.unit = unit.getBytes(UTF_8);
    this.file = file.getBytes(UTF_8);
  }

  /**
   * The fields of a row, except for its id and text.
   *
   * @param row number of the row in the file, from 0
   * @param dump name of the dump, or {@code unknown}
   * @param score the scaled score; empty if the row has none
   * @param columns carried columns of the row, as a record; may be empty
   */
  public record Head(long row, String dump, OptionalDouble score, ByteBuffer columns) {
    /** Creates a row without carried columns. */
    public Head(long row, String dump, OptionalDouble score) {
      this(row, dump, score, NO_COLUMNS);
    }
  }

  /** Encodes a document with its text. */
  public byte[] encode(Head head, byte[] id, byte[] text, int offset, int length) {
    AvroWriter out = writeHead(head, id);
    out.writeLong(0);
    writeColumns(head, out);
    out.writeLong(1);
    out.writeLong(length);
    return out.toBytesBefore(text, offset, length);
  }

  /** Encodes a document without text. */
  public byte[] encodeWithoutText(Head head, byte[] id) {
    AvroWriter out = writeHead(head, id);
    out.writeLong(0);
    writeColumns(head, out);
    out.writeLong(0);
    return out.toBytes();
  }

  /** Encodes a document whose text stays in the source file. */
  public byte[] encode(Head head, byte[] id, TextPointer pointer) {
    AvroWriter out = writeHead(head, id);
    out.writeLong(1);
    out.writeLong(pointer.rowGroup());
    out.writeLong(pointer.length());
    pointer.hash().write(out);
    out.writeBoolean(pointer.wellFormed());
    writeColumns(head, out);
    out.writeLong(0);
    return out.toBytes();
  }

  private static void writeColumns(Head head, AvroWriter out) {
    ByteBuffer columns = head.columns();
    int from = columns.arrayOffset() + columns.position();
    out.writeBytes(columns.array(), from, columns.remaining());
  }

  private AvroWriter writeHead(Head head, byte[] id) {
    byte[] header = DocumentRecord.header();
    int variable = unit.length + file.length + id.length + head.columns().remaining();
    AvroWriter out = new AvroWriter(header, FIXED_BYTES + variable);
    out.writeBytes(unit);
    out.writeBytes(file);
    out.writeLong(head.row());
    out.writeString(head.dump());
    out.writeBytes(id);
    out.writeOptional(head.score());
    return out;
  }
}
