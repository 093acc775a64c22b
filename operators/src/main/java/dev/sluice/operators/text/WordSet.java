package dev.sluice.operators.text;

import java.util.Collection;

/** A set of words for lookup by hash. Immutable. */
public final class WordSet {
  /** The index of words that are not in the set. */
  public static final int NONE = -1;

  private final HashGroups words;

  /**
   * @param anyCase whether words are the same in upper and lower case: they are looked up by {@link
   *     WordHashes#ofLower} then, by {@link WordHashes#of} otherwise
   */
  public WordSet(Collection<String> words, boolean anyCase) {
    this.words = new HashGroups(words.size());
    for (String word : words) {
      char[] chars = anyCase ? LowerCase.units(word.toCharArray()) : word.toCharArray();
      this.words.add(TextHash.of(chars, 0, chars.length));
    }
  }

  /** The number of different words. */
  public int size() {
    return words.groups();
  }

  /** The index of a word, from 0; {@link #NONE} if it is not in the set. */
  public int indexOf(long hash) {
    return words.find(hash);
  }
}
