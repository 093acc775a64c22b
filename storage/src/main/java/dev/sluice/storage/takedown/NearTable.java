package dev.sluice.storage.takedown;

import dev.sluice.algorithms.neardup.Signature;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The signatures of texts whose near-copies are named. A text is a near-copy if it has a key in
 * common with such a signature, and if their fingerprints show that the texts have at least {@value
 * #LEAST_SIMILARITY} of their sequences of units in common. Which texts are near-copies of which
 * does not depend on the order of the two.
 *
 * <p>Takes 6 bytes for each key beside the entries. Immutable and thread-safe.
 */
final class NearTable {
  /** The least Jaccard similarity of near-copies. It decides content, and never changes. */
  static final double LEAST_SIMILARITY = 0.8;

  private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

  private final Entries entries;
  private final HashedNumbers numbers;

  NearTable(Entries entries) {
    this.entries = entries;
    int keys = 0;
    for (int i = 0; i < entries.count(); i++) {
      keys = Math.addExact(keys, signature(entries, i).keys().length);
    }
    this.numbers = new HashedNumbers(keys, entries.count());
    for (int i = 0; i < entries.count(); i++) {
      for (long key : signature(entries, i).keys()) {
        numbers.add(key * FACTOR, i);
      }
    }
  }

  /**
   * Returns the signature of an entry.
   *
   * @throws IllegalArgumentException if the entry is something else
   */
  static Signature signature(Entries entries, int entry) {
    int from = entries.begin(entry) + EntryKind.NEAR.lengthBytes();
    int to = entries.begin(entry) + entries.length(entry);
    return Signature.decode(Arrays.copyOfRange(entries.bytes(), from, to));
  }

  boolean isEmpty() {
    return entries.count() == 0;
  }

  /** Returns whether a text with this signature is a near-copy of the text of an entry. */
  boolean hasNear(Signature text) {
    for (long key : text.keys()) {
      if (numbers.any(key * FACTOR, entry -> isNear(signature(entries, entry), key, text))) {
        return true;
      }
    }
    return false;
  }

  /** Passes on the entries of whose texts a text is a near-copy, one or several times. */
  void findNear(Signature text, Consumer<byte[]> taker) {
    for (long key : text.keys()) {
      numbers.any(
          key * FACTOR,
          entry -> {
            if (isNear(signature(entries, entry), key, text)) {
              int begin = entries.begin(entry);
              taker.accept(
                  Arrays.copyOfRange(entries.bytes(), begin, begin + entries.length(entry)));
            }
            return false; // go on with the next
          });
    }
  }

  private static boolean isNear(Signature entry, long key, Signature text) {
    return Arrays.stream(entry.keys()).anyMatch(own -> own == key)
        && text.fingerprint().similarity(entry.fingerprint()) >= LEAST_SIMILARITY;
  }
}
