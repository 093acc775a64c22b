package dev.sluice.topics.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Collects rows of one row group and partition, in order, and encodes them as {@link SelectedRows}
 * reads them. Not thread-safe.
 */
public final class SelectedRowsEncoder {
  private static final int CAPACITY = 4 << 10;

  private final byte[] unit;
  private final byte[] file;
  private final int rowGroup;
  private final Map<String, Integer> dumps = new LinkedHashMap<>();
  private AvroWriter rows = new AvroWriter(CAPACITY);
  private int count;

  /** Starts without rows. */
  public SelectedRowsEncoder(String unit, String file, int rowGroup) {
    this.unit = unit.getBytes(UTF_8);
    this.file = file.getBytes(UTF_8);
    this.rowGroup = rowGroup;
  }

  /**
   * Adds a row.
   *
   * @param text of this row group; empty if the text is absent or blank
   */
  public void add(DocumentEncoder.Head head, byte[] id, Optional<TextPointer> text) {
    rows.writeLong(head.row());
    rows.writeLong(dumps.computeIfAbsent(head.dump(), dump -> dumps.size()));
    rows.writeBytes(id);
    if (head.score().isPresent()) {
      rows.writeLong(1);
      rows.writeDouble(head.score().getAsDouble());
    } else {
      rows.writeLong(0);
    }
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

  /** The encoded rows since the last call; empty if there are none. */
  public Optional<byte[]> take() {
    if (count == 0) {
      return Optional.empty();
    }
    byte[] header = SelectedRows.header();
    AvroWriter out = new AvroWriter(header, unit.length + file.length + 64 + rows.length());
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
