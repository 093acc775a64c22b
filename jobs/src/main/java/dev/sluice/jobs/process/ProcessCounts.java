package dev.sluice.jobs.process;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The numbers of rows by result.
 *
 * @param read number of rows read
 * @param kept number of rows kept
 * @param changed number of kept rows whose text changed
 * @param unitsRead number of paragraphs or lines of the documents, if the job examines these
 * @param unitsRemoved number of removed paragraphs or lines, including those of documents of which
 *     nothing remains
 * @param textBytesRead size in UTF-8 of the texts that reached the operators
 * @param textBytesKept size in UTF-8 of the texts written
 * @param rejected number of rows that reached no operator or became too large, by reason
 * @param operators the results of each operator, in order
 */
public record ProcessCounts(
    long read,
    long kept,
    long changed,
    long unitsRead,
    long unitsRemoved,
    long textBytesRead,
    long textBytesKept,
    SortedMap<String, Long> rejected,
    List<OperatorCounts> operators) {
  /** Copies the collections. */
  public ProcessCounts {
    rejected = Collections.unmodifiableSortedMap(new TreeMap<>(rejected));
    operators = List.copyOf(operators);
  }

  /** Returns counts of no rows, for this many operators. */
  public static ProcessCounts none(int operators) {
    return new ProcessCounts(
        0, 0, 0, 0, 0, 0, 0, new TreeMap<>(), Collections.nCopies(operators, OperatorCounts.NONE));
  }

  /** Returns the sum of both counts. They must be counts of the same operators. */
  public ProcessCounts plus(ProcessCounts other) {
    List<OperatorCounts> sums = new ArrayList<>();
    for (int i = 0; i < operators.size(); i++) {
      sums.add(operators.get(i).plus(other.operators.get(i)));
    }
    return new ProcessCounts(
        read + other.read,
        kept + other.kept,
        changed + other.changed,
        unitsRead + other.unitsRead,
        unitsRemoved + other.unitsRemoved,
        textBytesRead + other.textBytesRead,
        textBytesKept + other.textBytesKept,
        OperatorCounts.sum(rejected, other.rejected),
        sums);
  }

  /** Returns the number of rows dropped by operators. */
  public long droppedRows() {
    return operators.stream()
        .flatMap(operator -> operator.dropped().values().stream())
        .mapToLong(Long::longValue)
        .sum();
  }

  /** Returns the number of rejected rows, including those rejected by operators. */
  public long rejectedRows() {
    return rejected.values().stream().mapToLong(Long::longValue).sum()
        + operators.stream().mapToLong(OperatorCounts::rejected).sum();
  }

  /**
   * Checks that every row has been counted exactly once.
   *
   * @throws IllegalStateException if this is not the case
   */
  public ProcessCounts checked(String of) {
    if (kept + droppedRows() + rejectedRows() != read) {
      throw new IllegalStateException(
          "%s: %d rows kept, %d dropped and %d rejected do not add up to the %d rows read"
              .formatted(of, kept, droppedRows(), rejectedRows(), read));
    }
    return this;
  }

  /** Counts the rows of a piece. Not thread-safe. */
  public static final class Builder {
    private final long[] changedBy;
    private final long[] rejectedBy;
    private final List<SortedMap<String, Long>> droppedBy = new ArrayList<>();
    private final SortedMap<String, Long> rejected = new TreeMap<>();
    private long read;
    private long kept;
    private long changed;
    private long unitsRead;
    private long unitsRemoved;
    private long textBytesRead;
    private long textBytesKept;

    /** Creates counts of no rows, for this many operators. */
    public Builder(int operators) {
      changedBy = new long[operators];
      rejectedBy = new long[operators];
      for (int i = 0; i < operators; i++) {
        droppedBy.add(new TreeMap<>());
      }
    }

    /** Counts a row that was read. */
    public void row() {
      read++;
    }

    /** Counts a document that reached the operators, with the size of its text. */
    public void document(long bytes) {
      textBytesRead += bytes;
    }

    /** Counts a kept row, with the size of its text. */
    public void kept(boolean isChanged, long bytes) {
      kept++;
      changed += isChanged ? 1 : 0;
      textBytesKept += bytes;
    }

    /** Counts the paragraphs or lines of a document, and how many of them were removed. */
    public void units(long all, long removed) {
      unitsRead += all;
      unitsRemoved += removed;
    }

    /** Counts a text changed by an operator. */
    public void changedBy(int operator) {
      changedBy[operator]++;
    }

    /** Counts a document dropped by an operator. */
    public void dropped(int operator, String reason) {
      droppedBy.get(operator).merge(reason, 1L, Long::sum);
    }

    /** Counts a document on which an operator failed. */
    public void rejectedBy(int operator) {
      rejectedBy[operator]++;
    }

    /** Counts a row rejected for a reason other than an operator. */
    public void rejected(String reason) {
      rejected.merge(reason, 1L, Long::sum);
    }

    /** Returns the counts. */
    public ProcessCounts build() {
      OperatorCounts[] operators = new OperatorCounts[changedBy.length];
      Arrays.setAll(
          operators, i -> new OperatorCounts(changedBy[i], droppedBy.get(i), rejectedBy[i]));
      return new ProcessCounts(
          read,
          kept,
          changed,
          unitsRead,
          unitsRemoved,
          textBytesRead,
          textBytesKept,
          rejected,
          List.of(operators));
    }
  }

  /**
   * The results of one operator.
   *
   * @param changed number of changed texts, including the texts of documents dropped later
   * @param dropped number of dropped documents by reason
   * @param rejected number of documents on which it failed
   */
  public record OperatorCounts(long changed, SortedMap<String, Long> dropped, long rejected) {
    /** No results. */
    public static final OperatorCounts NONE = new OperatorCounts(0, new TreeMap<>(), 0);

    /** Copies the map. */
    public OperatorCounts {
      dropped = Collections.unmodifiableSortedMap(new TreeMap<>(dropped));
    }

    /** Returns the sum of both results. */
    public OperatorCounts plus(OperatorCounts other) {
      return new OperatorCounts(
          changed + other.changed, sum(dropped, other.dropped), rejected + other.rejected);
    }

    static SortedMap<String, Long> sum(SortedMap<String, Long> one, SortedMap<String, Long> other) {
      SortedMap<String, Long> sum = new TreeMap<>(one);
      other.forEach((key, count) -> sum.merge(key, count, Long::sum));
      return sum;
    }
  }
}
