package dev.sluice.neardup;

/**
 * The origin of a document.
 *
 * @param file path relative to the input root
 * @param row of the file, from 0
 * @param id of the document
 * @param dump that it belongs to
 * @param bucket of its score; empty if there are no buckets
 */
public record DocumentOrigin(String file, long row, String id, String dump, String bucket) {
  /** Checks the row. */
  public DocumentOrigin {
    if (row < 0) {
      throw new IllegalArgumentException("row " + row);
    }
  }

  /** Returns the id, file and row. */
  @Override
  public String toString() {
    return "%s (%s row %d)".formatted(id, file, row);
  }
}
