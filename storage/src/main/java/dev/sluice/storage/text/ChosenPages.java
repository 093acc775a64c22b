package dev.sluice.storage.text;

import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.TextPages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/** Texts of chosen rows of a Parquet file, one row group open at a time. */
final class ChosenPages implements ChosenTexts {
  private final ParquetSource source;
  private final int maxBytes;
  private final PageBuffers buffers = new PageBuffers();
  private Optional<TextPages> open = Optional.empty();
  private Optional<ByteBuffer> text = Optional.empty();
  private int group;

  ChosenPages(Path file, TextColumns columns) throws IOException {
    this.source = ParquetSource.open(file, ColumnMapping.textAlone(columns.text()));
    this.maxBytes = columns.maxBytes();
  }

  @Override
  public Optional<RejectedRow> goTo(long row) throws IOException {
    while (group < source.rowGroups() - 1 && row >= source.firstRow(group + 1)) {
      close();
      group++;
    }
    if (open.isEmpty()) {
      open = Optional.of(source.openTexts(group, buffers));
    }
    text = open.get().text(row);
    return text.flatMap(this::problem)
        .map(problem -> new RejectedRow("row " + row, problem.message()));
  }

  private Optional<RowProblem> problem(ByteBuffer found) {
    return found.remaining() > maxBytes
        ? Optional.of(RowProblem.tooLarge(found.remaining(), maxBytes))
        : RowProblem.ofText(found.array(), found.position(), found.remaining());
  }

  @Override
  public Optional<ByteBuffer> text() {
    return text;
  }

  @Override
  public void close() throws IOException {
    if (open.isPresent()) {
      TextPages closing = open.get();
      open = Optional.empty();
      closing.close();
    }
  }
}
