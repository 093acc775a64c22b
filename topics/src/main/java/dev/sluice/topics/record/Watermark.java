package dev.sluice.topics.record;

/**
 * A record that states that ingest has sent every row of a unit up to a position. With
 * near-deduplication, ingest sends one to every partition of {@code documents} in each transaction,
 * after its documents; the topology forwards it to every partition of {@code bands}, after their
 * keys. A document is decided once every band has seen the watermark of every partition from there
 * on. May arrive more than once.
 *
 * @param unit id of the unit
 * @param partition the partition of {@code documents} that the record belongs to; its key has no
 *     meaning
 * @param file path of the source file that has been reached, relative to the input root; empty if
 *     {@code ended}
 * @param row every row below it of this file, and every row of the unit's files before it, has been
 *     sent
 * @param ended whether all rows of the unit have been sent
 */
public record Watermark(String unit, int partition, String file, long row, boolean ended)
    implements Marker {
  private static final byte[] HEADER = Schemas.header(Schemas.WATERMARK);
  private static final int CAPACITY = 128;

  /** The watermark of a partition at the end of a unit. */
  public static Watermark end(String unit, int partition) {
    return new Watermark(unit, partition, "", 0, true);
  }

  @Override
  public Watermark forPartition(int other) {
    return new Watermark(unit, other, file, row, ended);
  }

  /** Whether a value has a watermark's header. */
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
      throw new MalformedRecordException("a watermark of row " + watermark.row);
    }
    return watermark;
  }
}
