package dev.sluice.topics.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.OptionalDouble;

/**
 * Writes the documents of one source file in the form that {@link DocumentRecord} reads. The text
 * is copied once, from the page into the value.
 *
 * <p>Immutable and thread-safe.
 */
public final class DocumentEncoder {
  private static final int SMALL_FIELDS = 160;

  private final byte[] unit;
  private final byte[] file;

  /** An encoder for the rows of one file of one unit. */
  public DocumentEncoder(String unit, String file) {
    this.unit = unit.getBytes(UTF_8);
    this.file = file.getBytes(UTF_8);
  }

  /**
   * What of a row travels beside the text.
   *
   * @param row in the file, from 0
   * @param dump name of the dump or {@code unknown}
   * @param score already scaled; empty when the row has none
   */
  public record Head(long row, String dump, OptionalDouble score) {}

  /** A document whose text travels with it. */
  public byte[] encode(Head head, byte[] id, byte[] text, int offset, int length) {
    AvroWriter out = begin(head, id);
    out.writeLong(0);
    out.writeLong(1);
    out.writeLong(length);
    return out.toBytesBefore(text, offset, length);
  }

  /** A document without text. */
  public byte[] encodeWithoutText(Head head, byte[] id) {
    AvroWriter out = begin(head, id);
    out.writeLong(0);
    out.writeLong(0);
    return out.toBytes();
  }

  /** A document whose text stays in the source. */
  public byte[] encode(Head head, byte[] id, TextPointer pointer) {
    AvroWriter out = begin(head, id);
    out.writeLong(1);
    out.writeLong(pointer.rowGroup());
    out.writeLong(pointer.length());
    pointer.hash().write(out);
    out.writeBoolean(pointer.wellFormed());
    out.writeLong(0);
    return out.toBytes();
  }

  private AvroWriter begin(Head head, byte[] id) {
    byte[] header = DocumentRecord.header();
    AvroWriter out = new AvroWriter(SMALL_FIELDS + unit.length + file.length + id.length);
    out.writeRaw(header, 0, header.length);
    out.writeBytes(unit, 0, unit.length);
    out.writeBytes(file, 0, file.length);
    out.writeLong(head.row());
    byte[] dump = head.dump().getBytes(UTF_8);
    out.writeBytes(dump, 0, dump.length);
    out.writeBytes(id, 0, id.length);
    if (head.score().isPresent()) {
      out.writeLong(1);
      out.writeDouble(head.score().getAsDouble());
    } else {
      out.writeLong(0);
    }
    return out;
  }
}
