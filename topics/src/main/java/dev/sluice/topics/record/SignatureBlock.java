package dev.sluice.topics.record;

import java.util.List;

/**
 * The signatures of documents of one source file, in the order of their rows. A record of {@code
 * signatures} contains them. Encoded in Avro single-object encoding with the schema {@code
 * signature-block.avsc}. Immutable if callers do not change the arrays.
 *
 * @param unit id of the unit of input
 * @param file path of the source file relative to the input root
 * @param rows the documents
 */
public record SignatureBlock(String unit, String file, List<Row> rows) {
  private static final byte[] HEADER = Schemas.header(Schemas.SIGNATURE_BLOCK);
  private static final int ROW_BYTES = 320;
  private static final int OTHER_BYTES = 256;

  /**
   * A document.
   *
   * @param row number of the row in the file, from 0
   * @param id id of the document, in UTF-8
   * @param dump name of the dump, or {@code unknown}
   * @param bucket name of the bucket
   * @param signature encoded signature, of which this module knows no more
   */
  public record Row(long row, byte[] id, String dump, String bucket, byte[] signature) {}

  /** Copies the list. */
  public SignatureBlock {
    rows = List.copyOf(rows);
  }

  /** Returns whether a value has a block's header. */
  public static boolean matches(byte[] value) {
    return Schemas.hasHeader(value, HEADER);
  }

  /** Encodes the block. */
  public byte[] encode() {
    AvroWriter out = new AvroWriter(HEADER, OTHER_BYTES + rows.size() * ROW_BYTES);
    out.writeString(unit);
    out.writeString(file);
    out.writeArray(
        rows,
        row -> {
          out.writeLong(row.row());
          out.writeBytes(row.id());
          out.writeString(row.dump());
          out.writeString(row.bucket());
          out.writeBytes(row.signature());
        });
    return out.toBytes();
  }

  /**
   * Decodes a value.
   *
   * @throws MalformedRecordException if it is not a block, or its rows do not ascend
   */
  public static SignatureBlock parse(byte[] value) throws MalformedRecordException {
    AvroReader in = AvroReader.body(value, HEADER, "a block of signatures");
    String unit = in.readUnit();
    String file = in.readString();
    List<Row> rows =
        in.readArray(
            () ->
                new Row(
                    in.readLong(), in.readBytes(), in.readDump(), in.readString(), in.readBytes()));
    in.requireEnd();
    long before = -1;
    for (Row row : rows) {
      if (row.row() <= before) {
        throw new MalformedRecordException("row " + row.row() + " after row " + before);
      }
      before = row.row();
    }
    return new SignatureBlock(unit, file, rows);
  }
}
