package dev.sluice.jobs.init.sample;

import dev.sluice.storage.json.RecordField;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.table.RecordReader;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Reads rows of Parquet files into a sample. Not thread-safe. */
final class TableSampler {
  private final Set<String> wanted;
  private final RowSample sample;
  private final RowBuffers buffers = new RowBuffers(InitLimits.ROW_BYTES);

  /**
   * @param wanted dotted paths of columns
   */
  TableSampler(Set<String> wanted, RowSample sample) {
    this.wanted = wanted;
    this.sample = sample;
  }

  /**
   * Reads a piece.
   *
   * @throws dev.sluice.storage.page.SourceFormatException if the file is broken there; the rows
   *     before are in the sample
   */
  void read(SamplePiece piece) throws IOException {
    TableFile table = TableFile.open(piece.file().path());
    TableSchema schema = table.schema().only(wanted);
    if (schema.columns() == 0) {
      return;
    }
    Map<SampledColumn, RecordField> fields = fields(schema);
    RecordReader record = new RecordReader(schema);
    try (RowSource rows = table.rows(piece.group(), schema, buffers)) {
      long bytes = 0;
      int read = 0;
      while (read < piece.rows() && bytes < piece.bytes() && rows.next()) {
        if (rows.problem().isPresent()) {
          sample.skip();
          continue;
        }
        record.set(rows.buffer(), rows.offset(), rows.length());
        bytes += rows.length();
        fields.forEach((column, field) -> add(column, field, record));
        sample.endRow();
        read++;
      }
    }
  }

  private Map<SampledColumn, RecordField> fields(TableSchema schema) {
    Map<SampledColumn, RecordField> fields = new LinkedHashMap<>();
    RecordField.all(schema)
        .forEach(
            (path, field) ->
                field.ifPresent(
                    each -> sample.column(path).ifPresent(column -> fields.put(column, each))));
    return fields;
  }

  private void add(SampledColumn column, RecordField field, RecordReader record) {
    int leaf = field.leaf();
    if (!record.isPresent(leaf)) {
      return;
    }
    if (field.isText()) {
      column.addText(
          sample.next(), record.bytes(), record.valueOffset(leaf), record.valueLength(leaf));
      return;
    }
    OptionalDouble number = field.number(record);
    if (number.isPresent()) {
      column.addNumber(
          sample.next(),
          number.getAsDouble(),
          ValueKind.of(field),
          () -> field.text(record).orElse(""));
    } else {
      column.addOther(ValueKind.OTHER);
    }
  }
}
