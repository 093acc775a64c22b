package dev.sluice.storage.source;

import dev.sluice.storage.page.ChunkPages;
import dev.sluice.storage.page.ColumnChunkSpan;
import dev.sluice.storage.page.ColumnCursor;
import dev.sluice.storage.page.ColumnTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Assembles rows from the mapped columns of a row group. Decodes every value, needed or not, so
 * that all readers notice a broken page at the same row.
 */
final class RowGroupReader {
  private final List<Field> fields;
  private final SourceRow row;

  /**
   * A mapped column.
   *
   * @param setter takes a value that is present into the row
   */
  private record Field(ColumnCursor cursor, Consumer<ColumnReader> setter) {}

  RowGroupReader(
      SourceLayout.Group group,
      FieldRules rules,
      Function<ColumnChunkSpan, ChunkPages> pages,
      OtherColumns others) {
    this.row = new SourceRow(rules, others);
    List<Field> opened = new ArrayList<>();
    group
        .columns()
        .forEach(
            (role, span) ->
                opened.add(
                    new Field(
                        new ColumnCursor(span, pages.apply(span)),
                        setter(role, span.descriptor().getPrimitiveType()))));
    this.fields = List.copyOf(opened);
  }

  private Consumer<ColumnReader> setter(ColumnRole role, PrimitiveType type) {
    return switch (role) {
      case ID -> {
        Function<ColumnReader, byte[]> id = ColumnTypes.id(type);
        yield value -> row.setId(id.apply(value));
      }
      case TEXT -> value -> row.setText(value.getBinary().toByteBuffer());
      case SCORE -> {
        ToDoubleFunction<ColumnReader> score = ColumnTypes.score(type);
        yield value -> row.setScore(score.applyAsDouble(value));
      }
      case DUMP -> value -> row.setDump(value.getBinary().toByteBuffer());
    };
  }

  /** The current row of all columns; overwrites the previous one. */
  SourceRow row(long number) {
    row.startAt(number);
    for (Field field : fields) {
      if (field.cursor.isPresent()) {
        field.setter.accept(field.cursor.value());
      }
    }
    return row;
  }

  void advance() {
    for (Field field : fields) {
      field.cursor.advance();
    }
  }
}
