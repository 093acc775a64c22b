package dev.sluice.algorithms.wordpiece;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Properties of characters that decide how HF {@code tokenizers} handles them in a BERT tokenizer.
 * The tables of that library mix several versions of Unicode, so the JDK's properties cannot be
 * used. Memory: 1.5 MB for a table that is read on first use.
 */
final class BertCharacters {
  /** A character that is removed when a text is cleaned. */
  static final int REMOVED = 1;

  /** White space, which ends a word. */
  static final int WHITE = 1 << 1;

  /** An ideograph; each one is a word. */
  static final int IDEOGRAPH = 1 << 2;

  /** A mark that is removed when accents are stripped. */
  static final int MARK = 1 << 3;

  /** A mark that does not combine, so that other marks do not move across it. */
  static final int SEPARATING = 1 << 4;

  /** Punctuation; each character is a word. */
  static final int PUNCTUATION = 1 << 5;

  private static final int DECOMPOSED = 1 << 6;
  private static final int UPPER = 1 << 7;

  private static final int FIRST_SYLLABLE = 0xAC00;
  private static final int LAST_SYLLABLE = 0xD7A3;
  private static final int FIRST_INITIAL = 0x1100;
  private static final int FIRST_VOWEL = 0x1161;
  private static final int BEFORE_FIRST_FINAL = 0x11A7;
  private static final int FINALS = 28;
  private static final int VOWELS = 21;

  private static final byte[] BITS = new byte[Character.MAX_CODE_POINT + 1];
  private static final Map<Integer, Integer> CLASSES = new HashMap<>();
  private static final Map<Integer, int[]> DECOMPOSITIONS = new HashMap<>();
  private static final Map<Integer, int[]> LOWER = new HashMap<>();

  static {
    try (InputStream in = BertCharacters.class.getResourceAsStream("characters.txt");
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("#")) {
          String[] words = line.split(" ");
          for (int i = 1; i < words.length; i++) {
            add(words[0], words[i]);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read characters.txt", e);
    }
  }

  private BertCharacters() {}

  private static void add(String table, String entry) {
    switch (table) {
      case "removed" -> mark(entry, REMOVED);
      case "white" -> mark(entry, WHITE);
      case "ideographs" -> mark(entry, IDEOGRAPH);
      case "marks" -> mark(entry, MARK);
      case "separating-marks" -> mark(entry, SEPARATING);
      case "punctuation" -> mark(entry, PUNCTUATION);
      case "combining-classes" -> CLASSES.put(key(entry), mapped(entry)[0]);
      case "decompositions" -> {
        BITS[key(entry)] |= DECOMPOSED;
        DECOMPOSITIONS.put(key(entry), mapped(entry));
      }
      case "lower-case" -> {
        BITS[key(entry)] |= (byte) UPPER;
        LOWER.put(key(entry), mapped(entry));
      }
      default -> throw new IllegalStateException("unknown table " + table);
    }
  }

  private static void mark(String range, int bit) {
    String[] ends = range.split("\\.\\.");
    int last = hexadecimal(ends[ends.length - 1]);
    for (int point = hexadecimal(ends[0]); point <= last; point++) {
      BITS[point] |= (byte) bit;
    }
  }

  private static int key(String entry) {
    return hexadecimal(entry.substring(0, entry.indexOf('=')));
  }

  private static int[] mapped(String entry) {
    String[] points = entry.substring(entry.indexOf('=') + 1).split("\\+");
    return Arrays.stream(points).mapToInt(BertCharacters::hexadecimal).toArray();
  }

  private static int hexadecimal(String digits) {
    return Integer.parseInt(digits, 16);
  }

  /** Returns whether a character is of this kind. */
  static boolean is(int point, int kind) {
    return (BITS[point] & kind) != 0;
  }

  /**
   * Returns the combining class of a mark that is kept, or 0 if the mark does not combine. Adjacent
   * marks are ordered by this class. Not defined for marks that are stripped.
   */
  static int combiningClass(int point) {
    return point < 0x300 ? 0 : CLASSES.getOrDefault(point, 0);
  }

  /** Returns whether a character differs from its lower-case form. */
  static boolean isUpper(int point) {
    return is(point, UPPER);
  }

  /** Returns the lower-case form of an upper-case character. */
  static int[] lower(int point) {
    return LOWER.get(point);
  }

  /** Returns whether a character has a canonical decomposition. */
  static boolean isDecomposed(int point) {
    return is(point, DECOMPOSED) || point >= FIRST_SYLLABLE && point <= LAST_SYLLABLE;
  }

  /** Returns the complete canonical decomposition of a character that is decomposed. */
  static int[] decomposition(int point) {
    if (point < FIRST_SYLLABLE || point > LAST_SYLLABLE) {
      return DECOMPOSITIONS.get(point);
    }
    int index = point - FIRST_SYLLABLE;
    int initial = FIRST_INITIAL + index / (VOWELS * FINALS);
    int vowel = FIRST_VOWEL + index / FINALS % VOWELS;
    int last = BEFORE_FIRST_FINAL + index % FINALS;
    return last == BEFORE_FIRST_FINAL
        ? new int[] {initial, vowel}
        : new int[] {initial, vowel, last};
  }
}
