package dev.sluice.algorithms.wordpiece;

import dev.sluice.core.IntList;
import java.util.Map;
import java.util.Objects;

/**
 * A vocabulary of word pieces. A word is split into the longest piece at its beginning, the longest
 * piece after that, and so on. Immutable and thread-safe.
 */
public final class WordPieces {
  private final Map<String, Integer> vocabulary;
  private final String prefix;
  private final int unknown;
  private final int longestWord;
  private final int longestPiece;

  /**
   * @param vocabulary the ids of pieces
   * @param prefix the prefix of pieces that do not begin a word
   * @param unknown the piece for words that cannot be split
   * @param longestWord the number of characters above which a word is unknown
   * @throws IllegalArgumentException if the vocabulary has no unknown piece
   */
  public WordPieces(
      Map<String, Integer> vocabulary, String prefix, String unknown, int longestWord) {
    this.vocabulary = Map.copyOf(vocabulary);
    this.prefix = Objects.requireNonNull(prefix, "prefix");
    this.longestWord = longestWord;
    this.longestPiece = vocabulary.keySet().stream().mapToInt(String::length).max().orElse(0);
    Integer id = vocabulary.get(unknown);
    if (id == null) {
      throw new IllegalArgumentException("the vocabulary has no token \"%s\"".formatted(unknown));
    }
    this.unknown = id;
  }

  /** Returns the greatest id. */
  public int greatestId() {
    return vocabulary.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /** Adds the pieces of a word, or the unknown piece if the word cannot be split into pieces. */
  void split(IntList word, IntList ids) {
    if (word.size() > longestWord) {
      ids.add(unknown);
      return;
    }
    int mark = ids.size();
    String text = new String(word.toArray(), 0, word.size());
    int from = 0;
    while (from < text.length()) {
      String before = from == 0 ? "" : prefix;
      int to = Math.min(text.length(), from + longestPiece);
      Integer id = null;
      while (to > from && id == null) {
        boolean whole = to == text.length() || !Character.isLowSurrogate(text.charAt(to));
        id = whole ? vocabulary.get(before.concat(text.substring(from, to))) : null;
        to -= id == null ? 1 : 0;
      }
      if (id == null) {
        ids.truncate(mark);
        ids.add(unknown);
        return;
      }
      ids.add(id);
      from = to;
    }
  }
}
