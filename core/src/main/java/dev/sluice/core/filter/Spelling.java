package dev.sluice.core.filter;

import java.util.Locale;
import java.util.Map;

/** How names and strings are written, and which words are keywords. */
final class Spelling {
  private static final Map<String, FilterToken.Kind> KEYWORDS =
      Map.of(
          "and", FilterToken.Kind.AND,
          "or", FilterToken.Kind.OR,
          "not", FilterToken.Kind.NOT,
          "in", FilterToken.Kind.IN,
          "is", FilterToken.Kind.IS,
          "null", FilterToken.Kind.NULL,
          "true", FilterToken.Kind.TRUE,
          "false", FilterToken.Kind.FALSE);

  private static final int MOST_SHOWN = 60;

  private Spelling() {}

  /** The kind of a word without quotes: a keyword in any case, or a name. */
  static FilterToken.Kind kindOf(String word) {
    return KEYWORDS.getOrDefault(word.toLowerCase(Locale.ROOT), FilterToken.Kind.NAME);
  }

  /** ASCII only: what counts as a letter beyond that depends on the version of Java. */
  static boolean beginsName(char character) {
    return (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || character == '_';
  }

  static boolean continuesName(char character) {
    return beginsName(character) || isDigit(character);
  }

  static boolean isDigit(char character) {
    return character >= '0' && character <= '9';
  }

  /** A column's name, in backquotes where it needs them. */
  static String column(String name) {
    boolean plain = isPath(name) && kindOf(name) == FilterToken.Kind.NAME;
    return plain ? name : quoted(name, '`');
  }

  /** A string in quotes. */
  static String string(String value) {
    return quoted(value, '\'');
  }

  /** The text with its end left out if it is long. */
  static String shortened(String text) {
    if (text.codePointCount(0, text.length()) <= MOST_SHOWN) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, MOST_SHOWN)) + "...";
  }

  private static String quoted(String value, char quote) {
    String one = String.valueOf(quote);
    return one + value.replace(one, one + one) + one;
  }

  /** Names that need no quotes, with dots between them. */
  private static boolean isPath(String name) {
    boolean begins = true;
    for (int i = 0; i < name.length(); i++) {
      char character = name.charAt(i);
      if (begins ? !beginsName(character) : character != '.' && !continuesName(character)) {
        return false;
      }
      begins = character == '.';
    }
    return !begins;
  }
}
