package dev.sluice.jobs.validate.source;

import dev.sluice.core.DedupScope;
import dev.sluice.jobs.validate.output.IdKey;
import dev.sluice.jobs.validate.output.KeyTable;
import dev.sluice.jobs.validate.output.Passes;

/**
 * The documents that should have been kept, to be struck off one by one as they are found in the
 * output. Of each id there are its key, a count, and the sum of its documents' fingerprints; the
 * count is above one only where every copy is kept.
 *
 * <p>Memory: 36 bytes for each document of a pass. Not thread-safe.
 */
final class KeptDocuments {
  private static final int VALUES = 2;
  private static final int COUNT = 0;
  private static final int FINGERPRINTS = 1;

  private final DedupScope scope;
  private final int passes;
  private final long expected;
  private KeyTable table;
  private int pass;

  /** What striking a document off has found. */
  enum Match {
    /** It is as it should be. */
    SAME,
    /** There should be a document of this id, but another one. */
    DIFFERENT,
    /** There should be none, or no further one. */
    UNEXPECTED
  }

  /**
   * @param documents about how many there are in all
   * @param memoryBytes for the table
   */
  KeptDocuments(DedupScope scope, long documents, long memoryBytes) {
    this.scope = scope;
    this.passes = Passes.of(documents, VALUES, memoryBytes);
    this.expected = documents / passes;
    this.table = new KeyTable(VALUES, 0);
  }

  int passes() {
    return passes;
  }

  /** Forgets everything and begins a pass, from 0. */
  void begin(int number) {
    pass = number;
    table = new KeyTable(VALUES, expected);
  }

  /** Whether documents of this key are looked at in this pass. */
  boolean isOfThisPass(IdKey key) {
    return key.part(passes) == pass;
  }

  /** Expects a document; false where its id is there already and must not be twice. */
  boolean expect(IdKey key, long fingerprint) {
    boolean isNew = table.add(key);
    if (!isNew && scope != DedupScope.NONE && table.value(table.find(key), COUNT) > 0) {
      return false;
    }
    change(table.find(key), 1, fingerprint);
    return true;
  }

  /** Expects a document no more, if it was this copy: its dump is forgotten. */
  void forget(IdKey key, long fingerprint) {
    int slot = table.find(key);
    if (slot < 0 || table.value(slot, COUNT) == 0) {
      return;
    }
    if (scope == DedupScope.NONE || table.value(slot, FINGERPRINTS) == fingerprint) {
      change(slot, -1, -fingerprint);
    }
  }

  /** Strikes off a document that is there. */
  Match strike(IdKey key, long fingerprint) {
    int slot = table.find(key);
    if (slot < 0 || table.value(slot, COUNT) == 0) {
      return Match.UNEXPECTED;
    }
    change(slot, -1, -fingerprint);
    boolean last = table.value(slot, COUNT) == 0;
    return last && table.value(slot, FINGERPRINTS) != 0 ? Match.DIFFERENT : Match.SAME;
  }

  private void change(int slot, long count, long fingerprint) {
    table.set(slot, COUNT, table.value(slot, COUNT) + count);
    table.set(slot, FINGERPRINTS, table.value(slot, FINGERPRINTS) + fingerprint);
  }

  /** The number of documents that were expected in this pass and not struck off. */
  long left() {
    long[] left = {0};
    table.forEach((key, slot) -> left[0] += table.value(slot, COUNT));
    return left[0];
  }

  /** Strikes off one document of this id that was not there; false where there is none left. */
  boolean strikeMissing(IdKey key) {
    int slot = table.find(key);
    boolean left = slot >= 0 && table.value(slot, COUNT) > 0;
    if (left) {
      change(slot, -1, 0);
    }
    return left;
  }
}
