package dev.sluice.topics.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rows of one row group of a source file, in order. Their texts stay in the source. Encoded in Avro
 * single-object encoding with the schema {@code selected-rows.avsc}. The record has no key, because
 * its rows have different ids; the producer groups rows by the partition of their ids.
 *
 * <pre>
 * source row group  0 1 2 3 4 5 6 7 8     rows 1, 4, 8: ids of partition 0
 * documents-0       [1 4 8]               one record
 * curated.high-0    [1   8]               the same, without the row that was dropped
 * </pre>
 *
 * <p>Immutable.
 */
public final class SelectedRows implements TopicRecord {
  private static final byte[] HEADER = Schemas.header(Schemas.SELECTED_ROWS);

  private final byte[] value;
  private final String unit;
  private final String file;
  private final int rowGroup;
  private final List<String> dumps;
  private final int rowsFrom;
  private final List<SelectedRow> rows;

  private SelectedRows(byte[] value) throws MalformedRecordException {
    AvroReader in = AvroReader.body(value, HEADER, "selected rows");
    this.value = value;
    this.unit = in.readUnit();
    this.file = in.readString();
    this.rowGroup = in.readInt();
    this.dumps = in.readArray(in::readDump);
    this.rowsFrom = in.position();
    this.rows = in.readArray(() -> new SelectedRow(this, in));
    in.requireEnd();
    requireOrder();
  }

  private void requireOrder() throws MalformedRecordException {
    if (rows.isEmpty()) {
      throw new MalformedRecordException("the record of selected rows of " + file + " is empty");
    }
    for (int i = 1; i < rows.size(); i++) {
      if (rows.get(i).row() <= rows.get(i - 1).row()) {
        throw new MalformedRecordException(
            "row %d of %s comes after row %d, but rows must be in ascending order"
                .formatted(rows.get(i).row(), file, rows.get(i - 1).row()));
      }
    }
  }

  /** Returns whether a value has the header of selected rows. */
  public static boolean matches(byte[] value) {
    return Schemas.hasHeader(value, HEADER);
  }

  /**
   * Decodes a value.
   *
   * @throws MalformedRecordException if the value does not hold selected rows, or they are not in
   *     order
   */
  public static SelectedRows parse(byte[] value) throws MalformedRecordException {
    return new SelectedRows(value);
  }

  @Override
  public void requirePlace(byte[] key, int partition) throws MalformedRecordException {
    if (key != null && key.length > 0) {
      throw new MalformedRecordException("a record of selected rows must not have a key");
    }
  }

  /** Returns the id of the unit of input. */
  public String unit() {
    return unit;
  }

  /** Returns the path of the source file relative to the input root. */
  public String file() {
    return file;
  }

  /** Returns the row group of the source file. */
  public int rowGroup() {
    return rowGroup;
  }

  @Override
  public List<SelectedRow> documents() {
    return rows;
  }

  String dump(int index) throws MalformedRecordException {
    if (index < 0 || index >= dumps.size()) {
      throw new MalformedRecordException(
          "dump index %d is out of range: the record has %d dumps".formatted(index, dumps.size()));
    }
    return dumps.get(index);
  }

  /**
   * Returns the encoded record with all its rows. This is the internal array, which must not be
   * changed.
   */
  public byte[] value() {
    return value;
  }

  /**
   * Encodes the record with only some of its rows.
   *
   * @param kept rows of this record, in order; at least one
   */
  byte[] only(List<? extends TopicDocument> kept) {
    if (kept.size() == rows.size()) {
      return value;
    }
    AvroWriter out = new AvroWriter(value.length);
    out.writeRaw(value, 0, rowsFrom);
    out.writeLong(kept.size());
    for (TopicDocument document : kept) {
      SelectedRow row = (SelectedRow) document;
      out.writeRaw(value, row.from, row.to - row.from);
    }
    out.writeLong(0);
    return out.toBytes();
  }

  /**
   * A row of {@link SelectedRows}. Immutable if callers do not change the array that it returns.
   */
  public static final class SelectedRow implements TopicDocument {
    private final SelectedRows all;

    /** The offsets of the encoded row and of the byte after it in the record. */
    private final int from;

    private final int to;
    private final Fields fields;

    SelectedRow(SelectedRows all, AvroReader in) throws MalformedRecordException {
      this.all = all;
      this.from = in.position();
      long row = in.readLong();
      String dump = all.dump(in.readInt());
      byte[] id = in.readBytes();
      boolean hasScore = in.readPresent();
      double score = hasScore ? in.readDouble() : Double.NaN;
      Optional<TextPointer> pointer =
          in.readPresent() ? Optional.of(pointer(all.rowGroup(), in)) : Optional.empty();
      this.fields = new Fields(all.unit(), all.file(), row, dump, id, hasScore, score, pointer);
      this.to = in.position();
    }

    private static TextPointer pointer(int rowGroup, AvroReader in)
        throws MalformedRecordException {
      long length = in.readLong();
      TextDigest hash = new TextDigest(in.readFixed(Long.BYTES));
      return new TextPointer(rowGroup, length, hash, in.readBoolean());
    }

    @Override
    public Fields fields() {
      return fields;
    }

    @Override
    public byte[] recordOf(List<? extends TopicDocument> kept) {
      return all.only(kept);
    }

    @Override
    public boolean hasBlankText() {
      return pointer().isEmpty();
    }

    @Override
    public boolean hasWellFormedText() {
      return pointer().map(TextPointer::wellFormed).orElse(true);
    }
  }

  /**
   * Collects rows of one row group and partition, in order. It encodes them in the form that {@link
   * SelectedRows} reads. Not thread-safe.
   */
  public static final class Encoder {
    private static final int CAPACITY = 4 << 10;

    private final byte[] unit;
    private final byte[] file;
    private final int rowGroup;
    private final Map<String, Integer> dumps = new LinkedHashMap<>();
    private AvroWriter rows = new AvroWriter(CAPACITY);
    private int count;

    /** Creates an encoder without rows. */
    public Encoder(String unit, String file, int rowGroup) {
      this.unit = unit.getBytes(UTF_8);
      this.file = file.getBytes(UTF_8);
      this.rowGroup = rowGroup;
    }

    /**
     * Adds a row.
     *
     * @param text pointer to the text in this row group; empty if the text is absent or blank
     */
    public void add(DocumentEncoder.Head head, byte[] id, Optional<TextPointer> text) {
      rows.writeLong(head.row());
      rows.writeLong(dumps.computeIfAbsent(head.dump(), dump -> dumps.size()));
      rows.writeBytes(id);
      rows.writeOptional(head.score());
      if (text.isPresent()) {
        rows.writeLong(1);
        rows.writeLong(text.get().length());
        text.get().hash().writeFixed(rows);
        rows.writeBoolean(text.get().wellFormed());
      } else {
        rows.writeLong(0);
      }
      count++;
    }

    /** Returns the rows added since the last call, encoded, or empty if there are none. */
    public Optional<byte[]> take() {
      if (count == 0) {
        return Optional.empty();
      }
      AvroWriter out = new AvroWriter(HEADER, unit.length + file.length + 64 + rows.length());
      out.writeBytes(unit);
      out.writeBytes(file);
      out.writeLong(rowGroup);
      out.writeStrings(dumps.keySet());
      out.writeLong(count);
      out.writeRaw(rows);
      out.writeLong(0);
      rows = new AvroWriter(CAPACITY);
      dumps.clear();
      count = 0;
      return Optional.of(out.toBytes());
    }
  }
}
