package dev.sluice.storage.table;

import dev.sluice.storage.page.ColumnCursor;
import java.util.List;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/** Splits one column of a row group into rows. Not thread-safe. */
final class LeafReader implements TableRows.RowPart {
  private final ColumnCursor cursor;
  private final ColumnReader reader;
  private final RecordColumn column;
  private final PrimitiveTypeName type;
  private final boolean widens;

  /** The definition level in the schema for each level in the file. */
  private final int[] definitions;

  /** The minimum definition level, in the file, for each repetition level. */
  private final int[] leastDefinitions;

  private long rowsLeft;
  private long triplesLeft;

  /**
   * @param leaf the file's leaf for the column, which may be one of the groups around it
   * @param column the column as in records, in whose schema more of the path may be optional
   */
  LeafReader(
      ColumnCursor cursor,
      RecordColumn leaf,
      TableSchema file,
      RecordColumn column,
      TableSchema target,
      long rows) {
    List<Type> here = RecordColumn.way(file.message(), leaf.descriptor().getPath());
    List<Type> there = RecordColumn.way(target.message(), column.descriptor().getPath());
    this.cursor = cursor;
    this.reader = cursor.value();
    this.column = column;
    this.type = cursor.type();
    this.widens = type != column.type();
    this.definitions = RecordColumn.definitions(here, there);
    this.leastDefinitions = RecordColumn.definitionsOfRepetitions(here, leaf.maxRepetition());
    this.rowsLeft = rows;
    this.triplesLeft = cursor.values();
  }

  @Override
  public void addTo(RecordBuffer record) {
    if (column.maxRepetition() == 0) {
      addFlat(record);
    } else {
      addRepeated(record);
    }
    endRow();
  }

  @Override
  public void skip() {
    int repetition = 0;
    do {
      if (triplesLeft == 0) {
        throw endsEarly();
      }
      if (cursor.isPresent()) {
        reader.skip();
      }
      triplesLeft--;
      cursor.advance();
      repetition = column.maxRepetition() == 0 ? 0 : reader.getCurrentRepetitionLevel();
    } while (repetition > 0);
    endRow();
  }

  private void endRow() {
    rowsLeft--;
    if (rowsLeft == 0 && triplesLeft > 0) {
      throw new ParquetDecodingException(
          "column %s has %d values after its last row".formatted(column.path(), triplesLeft));
    }
  }

  private void addFlat(RecordBuffer record) {
    boolean present = cursor.isPresent();
    if (column.maxDefinition() > 0) {
      record.level(definitions[cursor.definition()]);
    }
    if (present) {
      addValue(record);
    }
    triplesLeft--;
    cursor.advance();
  }

  private void addRepeated(RecordBuffer record) {
    long begin = record.beginTriples();
    int repetition = 0;
    do {
      if (triplesLeft == 0) {
        throw endsEarly();
      }
      addTriple(record, repetition);
      triplesLeft--;
      cursor.advance();
      repetition = reader.getCurrentRepetitionLevel();
    } while (repetition > 0);
    record.endTriples(begin);
  }

  private ParquetDecodingException endsEarly() {
    return new ParquetDecodingException(
        "column %s ends %d rows early".formatted(column.path(), rowsLeft));
  }

  private void addTriple(RecordBuffer record, int repetition) {
    boolean present = cursor.isPresent();
    int definition = cursor.definition();
    boolean fits =
        reader.getCurrentRepetitionLevel() == repetition
            && repetition <= leastDefinitions.length - 1
            && definition >= leastDefinitions[repetition];
    if (!fits) {
      throw new ParquetDecodingException(
          "column %s has repetition level %d and definition level %d at the %s of a row"
              .formatted(
                  column.path(),
                  reader.getCurrentRepetitionLevel(),
                  definition,
                  repetition == 0 ? "beginning" : "middle"));
    }
    record.level(repetition);
    record.level(definitions[definition]);
    if (present) {
      addValue(record);
    }
  }

  private void addValue(RecordBuffer record) {
    if (widens) {
      addWidened(record);
      return;
    }
    switch (type) {
      case BOOLEAN -> record.bool(reader.getBoolean());
      case INT32 -> record.int32(reader.getInteger());
      case FLOAT -> record.int32(Float.floatToRawIntBits(reader.getFloat()));
      case INT64 -> record.int64(reader.getLong());
      case DOUBLE -> record.float64(reader.getDouble());
      case BINARY -> record.variable(reader.getBinary());
      case INT96, FIXED_LEN_BYTE_ARRAY -> record.fixed(reader.getBinary(), column.width());
    }
  }

  private void addWidened(RecordBuffer record) {
    if (type == PrimitiveTypeName.INT32) {
      record.int64(reader.getInteger());
    } else {
      record.float64(reader.getFloat());
    }
  }
}
