package dev.sluice.storage.table;

/** A line as a record of {@link TableSchema#lines}. Not thread-safe. */
public final class LineRecord {
  private final RecordBuffer record = new RecordBuffer();

  /** Sets the line, without its line end; replaces the previous one. */
  public void set(byte[] line, int offset, int length) {
    record.clear();
    record.variable(line, offset, length);
  }

  /** The array that holds the record from index 0; valid until the next line. */
  public byte[] buffer() {
    return record.bytes();
  }

  /** Length of the record in bytes. */
  public int length() {
    return record.length();
  }
}
