package dev.sluice.jobs.validate.output;

/**
 * Finds ids that were seen before, exactly (up to a 128-bit hash of ids that are no UUIDs). Where
 * the ids of a scope do not fit the memory, it takes a part of them in each of several passes.
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

  /** Forgets everything and begins the first pass over a scope of about so many ids. */
  void begin(long ids) {
    passes = Passes.of(ids, 0, memoryBytes);
    expected = ids / passes;
    pass = 0;
    seen = new KeyTable(0, expected);
  }

  /** Begins the next pass over the same ids; false when all have been looked at. */
  boolean nextPass() {
    pass++;
    seen = new KeyTable(0, pass < passes ? expected : 0);
    return pass < passes;
  }

  /** Whether the id was seen before in this pass. Ids of other passes never are. */
  boolean isRepeated(byte[] id) {
    IdKey key = keys.of(0, id);
    return key.part(passes) == pass && !seen.add(key);
  }
}
