package dev.sluice.operators.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/** A list of words, in which parts of texts are looked up without copying them. Immutable. */
public final class WordSet {
  /** What {@link #indexOf} says of words that are not in the list. */
  public static final int NONE = -1;

  private final boolean anyCase;
  private final List<String> words;
  private final int longest;
  private final int[] places;

  /**
   * @param anyCase whether words are the same in upper and lower case
   */
  public WordSet(Collection<String> words, boolean anyCase) {
    LinkedHashSet<String> different = new LinkedHashSet<>();
    for (String word : words) {
      different.add(anyCase ? fold(word) : word);
    }
    this.anyCase = anyCase;
    this.words = new ArrayList<>(different);
    this.longest = this.words.stream().mapToInt(String::length).max().orElse(0);
    this.places = new int[Integer.highestOneBit(Math.max(4, this.words.size())) * 4];
    for (int i = 0; i < this.words.size(); i++) {
      String word = this.words.get(i);
      int place = hash(word.toCharArray(), 0, word.length()) & places.length - 1;
      while (places[place] != 0) {
        place = place + 1 & places.length - 1;
      }
      places[place] = i + 1;
    }
  }

  /** The number of different words. */
  public int size() {
    return words.size();
  }

  /** The place of a part of a text in the list, from 0; {@link #NONE} where it is not in it. */
  public int indexOf(char[] chars, int from, int to) {
    if (to - from > longest) {
      return NONE;
    }
    int place = hash(chars, from, to) & places.length - 1;
    while (places[place] != 0) {
      if (equals(words.get(places[place] - 1), chars, from, to)) {
        return places[place] - 1;
      }
      place = place + 1 & places.length - 1;
    }
    return NONE;
  }

  private boolean equals(String word, char[] chars, int from, int to) {
    if (word.length() != to - from) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (word.charAt(i - from) != unit(chars[i])) {
        return false;
      }
    }
    return true;
  }

  private int hash(char[] chars, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + unit(chars[i]);
    }
    return hash ^ hash >>> 15;
  }

  private char unit(char unit) {
    return anyCase ? LowerCase.of(unit) : unit;
  }

  private static String fold(String word) {
    char[] chars = word.toCharArray();
    for (int i = 0; i < chars.length; i++) {
      chars[i] = LowerCase.of(chars[i]);
    }
    return new String(chars);
  }
}
