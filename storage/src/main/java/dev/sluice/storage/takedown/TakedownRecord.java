package dev.sluice.storage.takedown;

import static java.util.Objects.requireNonNull;

import dev.sluice.storage.output.Json;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The record of a take-down. Creating it declares the take-down: rows that its list names are
 * removed from the output, and do not get into it. The list exists before the record. Neither is
 * ever changed.
 *
 * @param format format of this record, 1
 * @param number 1, 2, ... within the output
 * @param note what the user says about the take-down; may be empty
 * @param urlColumn the column of the shards that has the URLs; may be empty if no entry needs it
 * @param entries the number of entries of the list by {@link EntryKind#key}
 * @param list SHA-256 of the list, which is also its name
 * @param union the union of the lists of this take-down and of all before it
 */
public record TakedownRecord(
    int format,
    long number,
    String note,
    String urlColumn,
    SortedMap<String, Long> entries,
    String list,
    Union union) {
  /** The current format version. */
  public static final int FORMAT = 1;

  /** Checks the format. A version that cannot read the record cannot keep the rows out. */
  public TakedownRecord {
    Json.requireFormat("a take-down", format, FORMAT);
    requireNonNull(note, "note");
    requireNonNull(urlColumn, "url_column");
    if (!list.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("\"" + list + "\" is not the name of a list");
    }
    requireNonNull(union, "union");
    entries.values().forEach(count -> requireNonNull(count, "entries"));
    entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
  }

  /** Returns whether its list has signatures, by which near-copies are named. */
  public boolean namesNearCopies() {
    return entries.containsKey(EntryKind.NEAR.key());
  }

  /**
   * All entries of several lists, as one list.
   *
   * @param count the number of entries
   * @param sha256 SHA-256 of the list
   */
  public record Union(long count, String sha256) {
    /** Requires the hash. */
    public Union {
      requireNonNull(sha256, "sha256");
    }

    static Union of(TakedownList list) {
      return new Union(list.count(), list.sha256());
    }
  }
}
