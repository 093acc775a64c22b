package dev.sluice.jobs.documents;

import dev.sluice.storage.json.RecordField;
import dev.sluice.storage.json.TableFields;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.SingleField;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;

/**
 * A Parquet file; its rows are records.
 *
 * @param table columns and row groups
 * @param read schema of the rows
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
          "column %s cannot be the text: it is %s, must be a string or binary column"
              .formatted(columns.text(), text.type()));
    }
    ParquetDocuments documents =
        new ParquetDocuments(file, columns, table, read(columns, table.schema()));
    Set<String> lacking = documents.lacking(columns.required());
    if (!lacking.isEmpty()) {
      throw new SourceFormatException(
          file.path(),
          "no column %s, which an operator needs, with one value a row; columns: %s"
              .formatted(String.join(", ", lacking), String.join(", ", table.schema().names())));
    }
    Set<String> twice = SingleField.twice(SingleField.of(table.schema().message()));
    twice.retainAll(columns.fields());
    if (!twice.isEmpty()) {
      throw new SourceFormatException(
          file.path(),
          "has the column %s twice, which an operator reads: rename one"
              .formatted(String.join(", ", twice)));
    }
    for (String added : columns.added()) {
      if (table.schema().topLevel().contains(added)) {
        throw new SourceFormatException(
            file.path(),
            "it has a column %s already: give the scores another name (column: NAME)"
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

  /** The schema of the rows that are written. */
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
}
