package dev.sluice.storage.table;

/** One leaf column of the rows of a row group. */
sealed interface RowPart permits LeafReader, RowPart.Constant, RowPart.Missing {
  /** Appends the column's part of the next row and advances. */
  void addTo(RecordBuffer record);

  /** Advances without using the next row. */
  void skip();

  /** A column that has one value in all rows. */
  record Constant(byte[] value) implements RowPart {
    @Override
    public void addTo(RecordBuffer record) {
      record.column(value);
    }

    @Override
    public void skip() {
      // nothing is read
    }
  }

  /** A column that the file lacks. */
  record Missing(RecordColumn column) implements RowPart {
    @Override
    public void addTo(RecordBuffer record) {
      record.missing(column);
    }

    @Override
    public void skip() {
      // nothing is read
    }
  }
}
