package dev.sluice.storage.takedown;

import dev.sluice.algorithms.neardup.Signature;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * The signatures of texts whose near-copies are named. A text is a near-copy if it has a key in
 * common with such a signature, and if their fingerprints show that the texts have at least {@value
 * #LEAST_SIMILARITY} of their sequences of units in common. Which texts are near-copies of which
 * does not depend on the order of the two.
 *
 * <p>Pages of one template may have most keys in common. So the table has one slot for each
 * distinct key, and the entries that have the key are a chain.
 *
 * <p>Takes 10 bytes for each key, and 4 for each entry, beside the entries. Immutable and
 * thread-safe.
 */
final class NearTable {
  /** The least Jaccard similarity of near-copies. It decides content, and never changes. */
  static final double LEAST_SIMILARITY = 0.8;

  /** Lower than the similarity, for errors of rounding. */
  private static final double LEAST_QUOTIENT = LEAST_SIMILARITY - 0.01;

  private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

  private final Entries entries;

  /** The number of the first key of each entry; keys are numbered by entry. */
  private final int[] firstKeys;

  /** For each key, the number of the next equal one of another entry, or -1. */
  private final int[] next;

  /** For each distinct key, the number of the first of its chain. */
  private final HashedNumbers heads;

  NearTable(Entries entries) {
    this.entries = entries;
    this.firstKeys = new int[entries.count()];
    int keys = 0;
    for (int i = 0; i < entries.count(); i++) {
      firstKeys[i] = keys;
      keys = Math.addExact(keys, Signature.keys(entries.bytes(), signatureAt(i)));
    }
    this.next = new int[keys];
    this.heads = new HashedNumbers(keys, keys);
    for (int number = 0; number < keys; number++) {
      long key = key(number);
      next[number] = heads.put(key * FACTOR, number, other -> key(other) == key);
    }
  }

  private int signatureAt(int entry) {
    return entries.begin(entry) + EntryKind.NEAR.lengthBytes();
  }

  /** Returns the entry that has the key of a number. */
  private int entryOf(int number) {
    int found = Arrays.binarySearch(firstKeys, number);
    return found >= 0 ? found : -found - 2;
  }

  private long key(int number) {
    int entry = entryOf(number);
    return Signature.key(entries.bytes(), signatureAt(entry), number - firstKeys[entry]);
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
    return anyNear(text, entry -> true);
  }

  /** Passes on the entries of whose texts a text is a near-copy, one or several times. */
  void findNear(Signature text, Consumer<byte[]> taker) {
    anyNear(
        text,
        entry -> {
          int begin = entries.begin(entry);
          taker.accept(Arrays.copyOfRange(entries.bytes(), begin, begin + entries.length(entry)));
          return false; // go on with the next
        });
  }

  /** Returns whether one of the entries of whose texts a text is a near-copy passes a test. */
  private boolean anyNear(Signature text, IntPredicate test) {
    Set<Integer> compared = new HashSet<>();
    for (long key : text.keys()) {
      for (int number = head(key); number >= 0; number = next[number]) {
        int entry = entryOf(number);
        if (hasSimilarSize(entry, text)
            && compared.add(entry)
            && isNear(signature(entries, entry), text)
            && test.test(entry)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the number of the first key in the chain of a key, or -1. */
  private int head(long key) {
    int[] head = {-1};
    heads.any(
        key * FACTOR,
        number -> {
          head[0] = key(number) == key ? number : -1;
          return head[0] >= 0;
        });
    return head[0];
  }

  /**
   * Returns whether a text may be near to that of an entry: the similarity of two sets is at most
   * the quotient of their sizes. Rules most entries of a long chain out without decoding them.
   */
  private boolean hasSimilarSize(int entry, Signature text) {
    int own = Signature.sequences(entries.bytes(), signatureAt(entry));
    int other = text.fingerprint().sequences();
    return Math.min(own, other) >= LEAST_QUOTIENT * Math.max(own, other);
  }

  private static boolean isNear(Signature entry, Signature text) {
    return text.fingerprint().similarity(entry.fingerprint()) >= LEAST_SIMILARITY;
  }
}
