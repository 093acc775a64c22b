package dev.sluice.algorithms.wordpiece;

import dev.sluice.core.IntList;
import java.util.Arrays;

/**
 * Reads the normalised words of a text one after another. It does not read ahead. As in HF {@code
 * tokenizers}, characters are converted to lower case one by one, so a final sigma has no special
 * form. Memory: the longest word. Not thread-safe.
 */
final class BertWords {
  private static final int NONE = -1;

  private final BertTokenizer.Steps steps;
  private final CharSequence text;
  private final int end;
  private int at;

  /** The word, in code points. */
  private final IntList word = new IntList();

  /** A punctuation character that ended a word and is the next word. */
  private int pending = NONE;

  /** The combining characters read since the last character that does not combine, in order. */
  private final IntList combining = new IntList();

  /** The normalised characters that have not been read yet, in order. */
  private final IntList ready = new IntList();

  private int readyAt;

  /** Creates a reader for the words of a part of a text. */
  BertWords(BertTokenizer.Steps steps, CharSequence text, int from, int end) {
    this.steps = steps;
    this.text = text;
    this.at = from;
    this.end = end;
  }

  /** Moves to the next word, and returns false at the end. */
  boolean next() {
    word.clear();
    if (pending != NONE) {
      word.add(pending);
      pending = NONE;
      return true;
    }
    for (int point = point(); point != NONE; point = point()) {
      if (BertCharacters.is(point, BertCharacters.WHITE)) {
        if (word.size() > 0) {
          return true;
        }
      } else if (BertCharacters.is(point, BertCharacters.PUNCTUATION)) {
        if (word.size() == 0) {
          word.add(point);
        } else {
          pending = point;
        }
        return true;
      } else {
        word.add(point);
      }
    }
    return word.size() > 0;
  }

  /** Returns the characters of the word. They are valid until the next call of {@link #next}. */
  IntList word() {
    return word;
  }

  /** Returns the next character of the normalised text. */
  private int point() {
    while (readyAt == ready.size()) {
      readyAt = 0;
      ready.clear();
      if (at == end) {
        flushCombining();
        if (ready.size() == 0) {
          return NONE;
        }
      } else {
        int point = Character.codePointAt(text, at);
        at += Character.charCount(point);
        clean(point);
      }
    }
    return ready.get(readyAt++);
  }

  private void clean(int point) {
    if (steps.cleans() && BertCharacters.is(point, BertCharacters.REMOVED)) {
      return;
    }
    boolean space = steps.cleans() && BertCharacters.is(point, BertCharacters.WHITE);
    boolean alone = steps.splitsIdeographs() && BertCharacters.is(point, BertCharacters.IDEOGRAPH);
    if (alone) {
      decompose(' ');
    }
    decompose(space ? ' ' : point);
    if (alone) {
      decompose(' ');
    }
  }

  private void decompose(int point) {
    if (!steps.stripsAccents()) {
      lower(point);
    } else if (BertCharacters.isDecomposed(point)) {
      for (int part : BertCharacters.decomposition(point)) {
        strip(part);
      }
    } else {
      strip(point);
    }
  }

  /**
   * Adds a character: puts combining characters into canonical order and omits marks that are
   * stripped.
   */
  private void strip(int point) {
    if (BertCharacters.is(point, BertCharacters.MARK)) {
      if (BertCharacters.is(point, BertCharacters.SEPARATING)) {
        flushCombining();
      }
      return;
    }
    if (BertCharacters.combiningClass(point) == 0) {
      flushCombining();
      lower(point);
      return;
    }
    combining.add(point);
  }

  private void flushCombining() {
    if (combining.size() == 0) {
      return;
    }
    Arrays.stream(combining.toArray())
        .boxed()
        .sorted((a, b) -> BertCharacters.combiningClass(a) - BertCharacters.combiningClass(b))
        .forEach(this::lower);
    combining.clear();
  }

  private void lower(int point) {
    if (steps.lowers() && BertCharacters.isUpper(point)) {
      for (int part : BertCharacters.lower(point)) {
        ready.add(part);
      }
    } else {
      ready.add(point);
    }
  }
}
