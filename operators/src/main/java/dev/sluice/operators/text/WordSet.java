package dev.sluice.operators.text;

import java.util.Collection;
import java.util.LinkedHashSet;

/** A set of words for lookup by hash. Immutable. */
public final class WordSet {
  /** Returned by {@link #indexOf} for other words. */
  public static final int NONE = -1;

  private final int size;
  private final long[] hashes;
  private final int[] places;
  private final int mask;

  /**
   * @param anyCase whether words are the same in upper and lower case: they are looked up by {@link
   *     WordHashes#ofLower} then, by {@link WordHashes#of} otherwise
   */
  public WordSet(Collection<String> words, boolean anyCase) {
    LinkedHashSet<Long> different = new LinkedHashSet<>();
    for (String word : words) {
      char[] chars = word.toCharArray();
      different.add(
          anyCase ? TextHash.ofLower(chars, 0, chars.length) : TextHash.of(chars, 0, chars.length));
    }
    this.size = different.size();
    this.places = new int[Integer.highestOneBit(Math.max(4, size)) * 8];
    this.hashes = new long[places.length];
    this.mask = places.length - 1;
    int index = 0;
    for (long hash : different) {
      int place = (int) hash & mask;
      while (places[place] != 0) {
        place = place + 1 & mask;
      }
      hashes[place] = hash;
      places[place] = ++index;
    }
  }

  /** The number of different words. */
  public int size() {
    return size;
  }

  /** The index of a word, from 0; {@link #NONE} if it is not in the set. */
  public int indexOf(long hash) {
    int place = (int) hash & mask;
    while (places[place] != 0) {
      if (hashes[place] == hash) {
        return places[place] - 1;
      }
      place = place + 1 & mask;
    }
    return NONE;
  }
}
