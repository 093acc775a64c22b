package dev.sluice.neardup;

/**
 * What was decided about the documents of a group.
 *
 * @param documents number of all
 * @param copies removed because a kept document has the same units in the same order
 * @param contained removed because a kept document has nearly all of their sequences
 */
public record GroupCounts(long documents, long copies, long contained) {
  /** No documents. */
  public static final GroupCounts NONE = new GroupCounts(0, 0, 0);

  /** Checks the numbers. */
  public GroupCounts {
    if (copies < 0 || contained < 0 || documents < copies + contained) {
      throw new IllegalArgumentException(
          "%d copies and %d contained of %d documents".formatted(copies, contained, documents));
    }
  }

  /** The counts of both. */
  public GroupCounts plus(GroupCounts more) {
    return new GroupCounts(
        documents + more.documents, copies + more.copies, contained + more.contained);
  }

  /** The share of the documents that were removed without being copies, 0 to 1. */
  public double containedShare() {
    return documents == 0 ? 0 : contained / (double) documents;
  }
}
