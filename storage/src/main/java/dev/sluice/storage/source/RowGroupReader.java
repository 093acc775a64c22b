package dev.sluice.storage.source;

import dev.sluice.storage.page.ChunkPages;
import dev.sluice.storage.page.ColumnChunkSpan;
import dev.sluice.storage.page.ColumnCursor;
import dev.sluice.storage.page.ColumnTypes;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.parquet.column.ColumnReader;

/**
 * Assembles rows from the mapped columns of a row group. Decodes every value, needed or not, so
 * that all readers notice a broken page at the same row.
 */
final class RowGroupReader {
  private final ColumnCursor text;
  private final Optional<ColumnCursor> score;
  private final Optional<ColumnCursor> id;
  private final Optional<ColumnCursor> dump;
  private final List<ColumnCursor> all;
  private final ToDoubleFunction<ColumnReader> toScore;
  private final Function<ColumnReader, byte[]> toId;
  private final SourceRow row;

  RowGroupReader(
      SourceLayout.Group group,
      FieldRules rules,
      Function<ColumnChunkSpan, ChunkPages> pages,
      OtherColumns others) {
    this.row = new SourceRow(rules, others);
    Function<ColumnChunkSpan, ColumnCursor> open =
        span -> new ColumnCursor(span, pages.apply(span));
    this.text = open.apply(group.text());
    this.score = group.score().map(open);
    this.id = group.id().map(open);
    this.dump = group.dump().map(open);
    this.all = Stream.of(Optional.of(text), score, id, dump).flatMap(Optional::stream).toList();
    this.toScore =
        group
            .score()
            .map(span -> ColumnTypes.score(span.descriptor().getPrimitiveType()))
            .orElse(reader -> 0);
    this.toId =
        group
            .id()
            .map(span -> ColumnTypes.id(span.descriptor().getPrimitiveType()))
            .orElse(reader -> new byte[0]);
  }

  /** The current row of all columns; overwrites the previous one. */
  SourceRow row(long number) {
    row.startAt(number);
    if (text.isPresent()) {
      row.setText(text.value().getBinary().toByteBuffer());
    } else {
      row.noText();
    }
    if (score.isPresent() && score.get().isPresent()) {
      row.setScore(toScore.applyAsDouble(score.get().value()));
    } else {
      row.noScore();
    }
    row.setId(id.filter(ColumnCursor::isPresent).map(cursor -> toId.apply(cursor.value())));
    if (dump.isPresent() && dump.get().isPresent()) {
      row.setDump(dump.get().value().getBinary().toByteBuffer());
    } else {
      row.noDump();
    }
    return row;
  }

  void advance() {
    for (ColumnCursor cursor : all) {
      cursor.advance();
    }
  }
}
