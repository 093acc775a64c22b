package dev.sluice.core.filter;

import dev.sluice.core.filter.FilterToken.Kind;
import java.util.Map;

/** Cuts the text of a filter into tokens, from left to right. */
final class FilterLexer {
  private static final Map<String, Kind> SYMBOLS =
      Map.ofEntries(
          Map.entry("(", Kind.OPEN),
          Map.entry(")", Kind.CLOSE),
          Map.entry(",", Kind.COMMA),
          Map.entry("&&", Kind.AND),
          Map.entry("||", Kind.OR),
          Map.entry("!", Kind.NOT),
          Map.entry("=", Kind.COMPARISON),
          Map.entry("==", Kind.COMPARISON),
          Map.entry("!=", Kind.COMPARISON),
          Map.entry("<>", Kind.COMPARISON),
          Map.entry("<", Kind.COMPARISON),
          Map.entry("<=", Kind.COMPARISON),
          Map.entry(">", Kind.COMPARISON),
          Map.entry(">=", Kind.COMPARISON));

  private final String text;
  private int at;

  FilterLexer(String text) {
    this.text = text;
  }

  /**
   * The next token; at the end of the text {@link Kind#END}, again and again.
   *
   * @throws FilterSyntaxException if the text goes on with no token
   */
  FilterToken next() {
    while (is(' ') || is('\t') || is('\n') || is('\r')) {
      at++;
    }
    if (at == text.length()) {
      return new FilterToken(Kind.END, "", at, at);
    }
    char first = text.charAt(at);
    if (first == '\'' || first == '"') {
      int start = at;
      return new FilterToken(Kind.STRING, quoted("a string"), start, at);
    }
    if (first == '`' || Spelling.beginsName(first)) {
      return name();
    }
    return beginsNumber() ? number() : symbol();
  }

  /** The number of the character at this offset, counted from 1 in code points. */
  int position(int offset) {
    return text.codePointCount(0, offset) + 1;
  }

  private boolean is(char character) {
    return at < text.length() && text.charAt(at) == character;
  }

  private FilterToken name() {
    int start = at;
    boolean quoted = is('`');
    StringBuilder name = new StringBuilder(namePart());
    while (is('.')) {
      at++;
      quoted |= is('`');
      name.append('.').append(namePart());
    }
    String value = name.toString();
    return new FilterToken(quoted ? Kind.NAME : Spelling.kindOf(value), value, start, at);
  }

  private String namePart() {
    int start = at;
    if (is('`')) {
      String name = quoted("a name");
      if (name.isEmpty()) {
        throw wrong(start, "a name without characters", "a column");
      }
      return name;
    }
    if (at == text.length() || !Spelling.beginsName(text.charAt(at))) {
      throw wrong(at, character(), "the name of a field after the dot");
    }
    while (at < text.length() && Spelling.continuesName(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  /** What stands in the quotes that begin here. */
  private String quoted(String what) {
    int start = at;
    char quote = text.charAt(at++);
    StringBuilder value = new StringBuilder();
    while (true) {
      int end = text.indexOf(quote, at);
      if (end < 0) {
        throw wrong(start, what + " that does not end", "a " + quote + " at its end");
      }
      value.append(text, at, end);
      at = end + 1;
      if (!is(quote)) {
        return value.toString();
      }
      value.append(quote);
      at++;
    }
  }

  private boolean beginsNumber() {
    int digit = is('-') || is('+') ? at + 1 : at;
    return digit < text.length() && Spelling.isDigit(text.charAt(digit));
  }

  private FilterToken number() {
    int start = at++;
    digits();
    if (is('.')) {
      at++;
      requireDigits(start);
    }
    if (is('e') || is('E')) {
      at++;
      if (is('-') || is('+')) {
        at++;
      }
      requireDigits(start);
    }
    if (at < text.length() && (is('.') || is('`') || Spelling.continuesName(text.charAt(at)))) {
      throw noNumber(start);
    }
    return new FilterToken(Kind.NUMBER, text.substring(start, at), start, at);
  }

  private void requireDigits(int start) {
    int before = at;
    digits();
    if (at == before) {
      throw noNumber(start);
    }
  }

  private void digits() {
    while (at < text.length() && Spelling.isDigit(text.charAt(at))) {
      at++;
    }
  }

  private FilterSyntaxException noNumber(int start) {
    int end = Math.min(at + 1, text.length());
    String found = '"' + Spelling.shortened(text.substring(start, end)) + '"';
    return wrong(start, found, "a number such as 3, -0.65 or 1e-6");
  }

  private FilterToken symbol() {
    int start = at;
    for (int length = 2; length > 0; length--) {
      int end = Math.min(start + length, text.length());
      String symbol = text.substring(start, end);
      Kind kind = SYMBOLS.get(symbol);
      if (kind != null) {
        at = end;
        return new FilterToken(kind, symbol, start, end);
      }
    }
    throw wrong(start, character(), allowedInsteadOf(text.charAt(start)));
  }

  private static String allowedInsteadOf(char character) {
    return switch (character) {
      case '&' -> "&&";
      case '|' -> "||";
      default ->
          "columns, with backquotes if their names have other characters than letters, digits and"
              + " _; numbers; strings in quotes; operators";
    };
  }

  /** The character here, as a message shows it. */
  private String character() {
    if (at == text.length()) {
      return "the end";
    }
    int codePoint = text.codePointAt(at);
    boolean visible = codePoint > ' ' && codePoint < 0x7F || Character.isLetter(codePoint);
    return visible ? "\"" + Character.toString(codePoint) + '"' : "U+%04X".formatted(codePoint);
  }

  private FilterSyntaxException wrong(int offset, String found, String allowed) {
    return new FilterSyntaxException(position(offset), found, allowed);
  }
}
