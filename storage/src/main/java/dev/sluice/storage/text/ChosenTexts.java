package dev.sluice.storage.text;

import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.json.JsonText;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.TextPages;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Reads the texts of chosen rows of a file, in order. From Parquet, reads only the pages that hold
 * these texts. I/O errors are not retried. Not thread-safe.
 */
public abstract sealed class ChosenTexts implements Closeable {
  /**
   * Opens a file.
   *
   * @param text the column or field of the text; dots lead into structs and objects
   * @param maxBytes the maximum size of a text, and of a JSON object; rows that exceed it are
   *     rejected
   * @throws SourceFormatException if the file is broken, or is a Parquet file without the text
   *     column
   * @throws IOException if the file cannot be read
   */
  public static ChosenTexts open(TextFile file, String text, int maxBytes) throws IOException {
    return switch (file.format()) {
      case PARQUET -> new OfPages(file, text, maxBytes);
      case JSONL -> new OfObjects(file, text, maxBytes);
    };
  }

  /**
   * Advances to a later row.
   *
   * @param row the row's index in the file, below the number of rows
   * @return where and why the row is rejected; empty if it is usable
   * @throws SourceFormatException if the file is broken there
   * @throws IOException if the file cannot be read
   */
  public abstract Optional<String> goTo(long row) throws IOException;

  /**
   * Returns the text of a usable row as a range of an array, or empty if it is null. The range is
   * valid until the next row.
   */
  public abstract Optional<ByteBuffer> text();

  /** Reads texts from Parquet, with one row group open at a time. */
  private static final class OfPages extends ChosenTexts {
    private final ParquetSource source;
    private final int maxBytes;
    private final PageBuffers buffers = new PageBuffers();
    private Optional<TextPages> open = Optional.empty();
    private Optional<ByteBuffer> text = Optional.empty();
    private int group;

    OfPages(TextFile file, String text, int maxBytes) throws IOException {
      this.source = ParquetSource.open(file.path(), ColumnMapping.textAlone(text));
      this.maxBytes = maxBytes;
    }

    @Override
    public Optional<String> goTo(long row) throws IOException {
      while (group < source.rowGroups() - 1 && row >= source.firstRow(group + 1)) {
        close();
        group++;
      }
      if (open.isEmpty()) {
        open = Optional.of(source.openTexts(group, buffers));
      }
      text = open.get().text(row);
      return text.flatMap(this::problem).map(problem -> "row %d: %s".formatted(row, problem));
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

  /** Reads texts from JSON objects; all earlier objects are read, too. */
  private static final class OfObjects extends ChosenTexts {
    private final JsonText fields;
    private final int maxBytes;
    private final JsonObjects objects;

    OfObjects(TextFile file, String text, int maxBytes) throws IOException {
      this.fields = new JsonText(text);
      this.maxBytes = maxBytes;
      this.objects = JsonObjects.open(file.path(), maxBytes, fields, IoRetry.NEVER);
    }

    @Override
    public Optional<String> goTo(long row) throws IOException {
      objects.skipTo(row);
      if (!objects.next()) {
        throw new SourceFormatException(
            objects.file(), "ends at line %d, before row %d".formatted(objects.line(), row));
      }
      return objects
          .problem()
          .or(() -> fields.isNull() ? Optional.empty() : fields.textProblem(maxBytes))
          .map(problem -> "line %d: %s".formatted(objects.line(), problem));
    }

    @Override
    public Optional<ByteBuffer> text() {
      return fields.textBytes();
    }

    @Override
    public void close() throws IOException {
      objects.close();
    }
  }
}
