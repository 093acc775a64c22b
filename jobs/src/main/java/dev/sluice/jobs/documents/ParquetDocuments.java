package dev.sluice.jobs.documents;

import dev.sluice.jobs.documents.DocumentFile.RowForm;
import dev.sluice.jobs.documents.DocumentScorers.AddedNumbers;
import dev.sluice.storage.json.RecordField;
import dev.sluice.storage.json.TableFields;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.rows.RowFields;
import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.SingleField;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A Parquet file. Its rows are read as records.
 *
 * @param table the columns and row groups of the file
 * @param read schema of the rows that are read
 */
public record ParquetDocuments(
    TextFile file, DocumentColumns columns, TableFile table, TableSchema read)
    implements DocumentFile {

  static ParquetDocuments open(TextFile file, DocumentColumns columns) throws IOException {
    TableFile table = TableFile.open(file.path());
    TableFields.requireText(table, columns.text());
    RecordField text = RecordField.of(table.schema(), columns.text()).orElseThrow();
    if (!text.isText() && !text.isNothing()) {
      throw new SourceFormatException(
          file.path(),
          "column %s cannot be used as the text: its type is %s, but must be string or binary"
              .formatted(columns.text(), text.type()));
    }
    ParquetDocuments documents =
        new ParquetDocuments(file, columns, table, read(columns, table.schema()));
    Set<String> lacking = documents.lacking(columns.required());
    if (!lacking.isEmpty()) {
      throw new SourceFormatException(
          file.path(),
          "no column %s with one value per row, which an operator needs; the file has the columns %s"
              .formatted(String.join(", ", lacking), String.join(", ", table.schema().names())));
    }
    Set<String> twice = SingleField.twice(SingleField.of(table.schema().message()));
    twice.retainAll(columns.fields());
    if (!twice.isEmpty()) {
      throw new SourceFormatException(
          file.path(),
          "has the column %s twice, but an operator reads this column: rename one of the two"
              .formatted(String.join(", ", twice)));
    }
    for (String added : columns.added()) {
      if (table.schema().topLevel().contains(added)) {
        throw new SourceFormatException(
            file.path(),
            "the file already has a column %s: choose a different name for the scores (column: NAME)"
                .formatted(added));
      }
    }
    return documents;
  }

  private static TableSchema read(DocumentColumns columns, TableSchema all) {
    if (columns.rewritten()) {
      return all;
    }
    Set<String> paths = new TreeSet<>(columns.fields());
    paths.add(columns.text());
    return all.only(paths);
  }

  /** Returns the schema of the rows that are written. */
  public TableSchema written() {
    return table.schema().withNumbers(columns.added());
  }

  @Override
  public Set<String> lacking(Set<String> fields) {
    Set<String> lacking = new TreeSet<>(fields);
    lacking.removeIf(field -> RecordField.of(table.schema(), field).isPresent());
    return lacking;
  }

  @Override
  public RowSource rows() {
    return table.rows(read, new RowBuffers(columns.maxRowBytes()));
  }

  @Override
  public RowForm form() {
    return new RecordForm(this);
  }

  /** Finds documents in records. */
  static final class RecordForm implements RowForm {
    private final TableFields fields;

    RecordForm(ParquetDocuments documents) {
      this.fields = new TableFields(documents.read(), documents.columns().text());
    }

    @Override
    public RowFields fields() {
      return fields;
    }

    /** Returns empty, because a file that already has an added column is not opened. */
    @Override
    public Optional<RowProblem> conflict() {
      return Optional.empty();
    }

    /**
     * Writes the part before the text's length, then the length, the text, and the rest of the row.
     */
    @Override
    public void write(ByteRows rows, int row, byte[] text, ByteRows to) {
      byte[] bytes = rows.bytes();
      int begin = rows.offset(row);
      int before = fields.offset() - lengthBytes(fields.length());
      to.append(bytes, begin, before - begin);
      int rest = text.length;
      while (rest > 0x7F) {
        to.append(rest & 0x7F | 0x80);
        rest >>>= 7;
      }
      to.append(rest);
      to.append(text, 0, text.length);
      int after = fields.offset() + fields.length();
      to.append(bytes, after, begin + rows.length(row) - after);
    }

    @Override
    public void add(AddedNumbers added, ByteRows to) {
      for (double number : added.numbers()) {
        if (Double.isNaN(number)) {
          to.append(0);
          continue;
        }
        to.append(1);
        long bits = Double.doubleToRawLongBits(number);
        for (int i = 0; i < Long.BYTES; i++) {
          to.append((int) (bits >>> 8 * i));
        }
      }
    }

    private static int lengthBytes(int length) {
      int bytes = 1;
      for (int rest = length >>> 7; rest > 0; rest >>>= 7) {
        bytes++;
      }
      return bytes;
    }
  }
}
