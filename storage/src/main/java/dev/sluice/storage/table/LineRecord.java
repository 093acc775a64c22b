package dev.sluice.storage.table;

/** A line as a record of {@link TableSchema#lines}. Not thread-safe. */
public final class LineRecord {
  private final RecordBuffer record = new RecordBuffer();

  /** Takes a line, without its end, in the place of the one before. */
  public void set(byte[] line, int offset, int length) {
    record.clear();
    record.variable(line, offset, length);
  }

  /** The array at whose start the record is, valid until the next line. */
  public byte[] buffer() {
    return record.bytes();
  }

  /** The record's bytes. */
  public int length() {
    return record.length();
  }
}
