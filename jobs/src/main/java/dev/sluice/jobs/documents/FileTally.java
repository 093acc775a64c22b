package dev.sluice.jobs.documents;

import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.text.TextFile;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The numbers of rows that were read from a file.
 *
 * @param texts number of rows with a text
 * @param textBytes total size of the texts in UTF-8
 * @param nulls number of rows whose text is null
 * @param rejected number of unusable rows
 * @param rejections the first {@value #LISTED} unusable rows, each with its line or row number and
 *     the reason
 */
public record FileTally(
    long texts, long textBytes, long nulls, long rejected, List<String> rejections) {
  /** The maximum number of rejected rows that are listed. All rejected rows are counted. */
  public static final int LISTED = 100;

  /** The counts of no rows. */
  public static final FileTally NONE = new FileTally(0, 0, 0, 0, List.of());

  /** Copies the list. */
  public FileTally {
    rejections = List.copyOf(rejections);
  }

  /**
   * Counts the rows of a piece.
   *
   * @param text receives the cursor at each row that has a text
   */
  public static FileTally of(DocumentPiece piece, Consumer<DocumentCursor> text) {
    long texts = 0;
    long textBytes = 0;
    long nulls = 0;
    List<String> rejections = new ArrayList<>();
    DocumentCursor row = piece.cursor();
    while (row.next()) {
      if (row.hasDocument()) {
        texts++;
        textBytes += row.textBytes();
        text.accept(row);
      } else if (row.isNull()) {
        nulls++;
      } else if (rejections.size() < LISTED) {
        rejections.add(rejection(row));
      }
    }
    return new FileTally(texts, textBytes, nulls, piece.size() - texts - nulls, rejections);
  }

  private static String rejection(DocumentCursor row) {
    RowProblem problem = row.problem();
    return row.line() > 0
        ? "line %d: %s".formatted(row.line(), problem)
        : "row %d: %s".formatted(row.row(), problem);
  }

  /** Returns the counts with the name of the file before each listed row. */
  FileTally of(TextFile file) {
    List<String> named = rejections.stream().map(row -> file.name() + ": " + row).toList();
    return new FileTally(texts, textBytes, nulls, rejected, named);
  }

  /** Returns the sum of these counts and those of later rows. */
  public FileTally plus(FileTally later) {
    List<String> both = new ArrayList<>(rejections);
    both.addAll(
        later.rejections.subList(0, Math.min(later.rejections.size(), LISTED - both.size())));
    return new FileTally(
        texts + later.texts,
        textBytes + later.textBytes,
        nulls + later.nulls,
        rejected + later.rejected,
        both);
  }
}
