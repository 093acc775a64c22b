package dev.sluice.operators.text;

import java.util.Collection;

/** A set of words for lookup by hash. Immutable. */
public final class WordSet {
  /** The index of any word that is not in the set. */
  public static final int NONE = -1;

  private final HashGroups words;

  /**
   * @param anyCase whether case is ignored: then words are looked up by {@link WordHashes#ofLower},
   *     otherwise by {@link WordHashes#of}
   */
  public WordSet(Collection<String> words, boolean anyCase) {
    this.words = new HashGroups(words.size());
    for (String word : words) {
      char[] chars = anyCase ? LowerCase.units(word.toCharArray()) : word.toCharArray();
      this.words.add(TextHash.of(chars, 0, chars.length));
    }
  }

  /** Returns the index of a word, from 0, or {@link #NONE} if it is not in the set. */
  public int indexOf(long hash) {
    return words.find(hash);
  }
}
