package dev.sluice.jobs.documents;

import dev.sluice.storage.text.RejectedRow;
import dev.sluice.storage.text.TextReader;
import java.util.List;

/**
 * What was read of one file.
 *
 * @param texts number of rows with a text
 * @param textBytes their size in UTF-8
 * @param nulls number of rows whose text is null
 * @param rejected number of unusable rows
 * @param rejections the first of them
 */
public record FileTally(
    long texts, long textBytes, long nulls, long rejected, List<RejectedRow> rejections) {
  /** Copies the list. */
  public FileTally {
    rejections = List.copyOf(rejections);
  }

  /** Counts the rows of one file. Not thread-safe. */
  static final class Builder {
    private long texts;
    private long textBytes;
    private long nulls;
    private long rejected;
    private List<RejectedRow> rejections = List.of();

    void addRow(boolean hasText, int bytes) {
      if (hasText) {
        texts++;
        textBytes += bytes;
      } else {
        nulls++;
      }
    }

    /** Counts the rows that a reader has rejected so far. */
    void rejected(TextReader reader) {
      rejected = reader.rejected();
      rejections = reader.rejections();
    }

    FileTally tally() {
      return new FileTally(texts, textBytes, nulls, rejected, rejections);
    }
  }
}
