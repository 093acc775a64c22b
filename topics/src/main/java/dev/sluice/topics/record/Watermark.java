package dev.sluice.topics.record;

/**
 * A record that states that ingest has sent every row of a unit up to a position. With
 * near-deduplication, ingest sends one to every partition of {@code documents} in each transaction,
 * after the documents; the topology forwards it to every partition of {@code bands}, after the keys
 * of these documents. A document is decided once every band has seen, from every partition, a
 * watermark beyond the document. A watermark may arrive more than once.
 *
 * @param unit id of the unit
 * @param partition the partition of {@code documents} that the record belongs to; the record's key
 *     has no meaning
 * @param file path of the source file that has been reached, relative to the input root; empty if
 *     {@code ended}
 * @param row number of a row of this file; every row before it, in this file and in the unit's
 *     earlier files, has been sent
 * @param ended whether all rows of the unit have been sent
 */
public record Watermark(String unit, int partition, String file, long row, boolean ended)
    implements Marker {
  private static final byte[] HEADER = Schemas.header(Schemas.WATERMARK);
  private static final int CAPACITY = 128;

  /** Returns the watermark of a partition at the end of a unit. */
  public static Watermark end(String unit, int partition) {
    return new Watermark(unit, partition, "", 0, true);
  }

  @Override
  public Watermark forPartition(int other) {
    return new Watermark(unit, other, file, row, ended);
  }

  /** Returns whether a value has a watermark's header. */
  public static boolean matches(byte[] value) {
    return Schemas.hasHeader(value, HEADER);
  }

  @Override
  public byte[] encode() {
    AvroWriter out = new AvroWriter(HEADER, CAPACITY);
    out.writeString(unit);
    out.writeLong(partition);
    out.writeString(file);
    out.writeLong(row);
    out.writeBoolean(ended);
    return out.toBytes();
  }

  /**
   * Decodes a value.
   *
   * @throws MalformedRecordException if it is not a watermark
   */
  public static Watermark parse(byte[] value) throws MalformedRecordException {
    AvroReader in = AvroReader.body(value, HEADER, "a watermark");
    Watermark watermark =
        new Watermark(
            in.readUnit(), in.readInt(), in.readString(), in.readLong(), in.readBoolean());
    in.requireEnd();
    if (watermark.partition < 0 || watermark.row < 0) {
      throw new MalformedRecordException(
          "a watermark with a negative partition or row: row " + watermark.row);
    }
    return watermark;
  }
}
