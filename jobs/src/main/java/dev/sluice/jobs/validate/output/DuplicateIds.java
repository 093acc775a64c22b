package dev.sluice.jobs.validate.output;

/**
 * Finds repeated ids, exactly (except for collisions of 128-bit hashes of ids that are not UUIDs).
 * If the ids of a scope do not fit into memory, works in several passes.
 *
 * <p>Memory: 18 bytes for each id of a pass. Not thread-safe.
 */
final class DuplicateIds {
  private final long memoryBytes;
  private final IdKey.Maker keys = new IdKey.Maker();
  private KeyTable seen = new KeyTable(0, 0);
  private long expected;
  private int passes = 1;
  private int pass;

  DuplicateIds(long memoryBytes) {
    this.memoryBytes = memoryBytes;
  }

  /** Starts the first pass over a scope with about this many ids. */
  void begin(long ids) {
    passes = KeyTable.passes(ids, 0, memoryBytes);
    expected = ids / passes;
    pass = 0;
    seen = new KeyTable(0, expected);
  }

  /** Starts the next pass over the same ids; false if all have been checked. */
  boolean nextPass() {
    pass++;
    seen = new KeyTable(0, pass < passes ? expected : 0);
    return pass < passes;
  }

  /** Whether the id has occurred before. Always false for ids of other passes. */
  boolean isRepeated(byte[] id) {
    IdKey key = keys.of(0, id);
    return key.part(passes) == pass && !seen.add(key);
  }
}
