package dev.sluice.core.filter;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Cuts the text of a filter into tokens, from left to right, and spells names and strings. */
final class FilterLexer {
  private static final int MOST_SHOWN = 60;

  /** Names that need no quotes, with dots between them; the quantifiers give nothing back. */
  private static final Pattern PATH = Pattern.compile("[A-Za-z_]\\w*+(\\.[A-Za-z_]\\w*+)*+");

  private final String text;
  private int at;

  FilterLexer(String text) {
    this.text = text;
  }

  /** What a token is; operators of two spellings are the same. */
  enum Kind {
    NAME,
    STRING,
    NUMBER,
    COMPARISON,
    OPEN,
    CLOSE,
    COMMA,
    AND,
    OR,
    NOT,
    IN,
    IS,
    NULL,
    TRUE,
    FALSE,
    END;

    private static final Set<Kind> KEYWORDS = EnumSet.range(AND, FALSE);

    /** The kind of a word without quotes, in ASCII: a keyword in any case, or a name. */
    private static Kind ofWord(String word) {
      return KEYWORDS.stream()
          .filter(keyword -> keyword.name().equalsIgnoreCase(word))
          .findFirst()
          .orElse(NAME);
    }

    private static Optional<Kind> ofSymbol(String symbol) {
      return Optional.ofNullable(
          switch (symbol) {
            case "(" -> OPEN;
            case ")" -> CLOSE;
            case "," -> COMMA;
            case "&&" -> AND;
            case "||" -> OR;
            case "!" -> NOT;
            case "=", "==", "!=", "<>", "<", "<=", ">", ">=" -> COMPARISON;
            default -> null;
          });
    }
  }

  /**
   * A word, literal or symbol of a filter.
   *
   * @param value without quotes, and with doubled quotes made one
   * @param start where it begins in the text
   * @param end where it ends, exclusive
   */
  record Token(Kind kind, String value, int start, int end) {}

  /** A column's name, in backquotes where it needs them. */
  static String column(String name) {
    boolean plain = PATH.matcher(name).matches() && Kind.ofWord(name) == Kind.NAME;
    return plain ? name : quoted(name, '`');
  }

  /** A name or string in quotes. */
  static String quoted(String value, char quote) {
    String one = String.valueOf(quote);
    return one + value.replace(one, one + one) + one;
  }

  /** The text with its end left out if it is long. */
  static String shortened(String text) {
    if (text.codePointCount(0, text.length()) <= MOST_SHOWN) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, MOST_SHOWN)) + "...";
  }

  /** ASCII only: what counts as a letter beyond that depends on the version of Java. */
  static boolean beginsName(char character) {
    return (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || character == '_';
  }

  private static boolean continuesName(char character) {
    return beginsName(character) || isDigit(character);
  }

  private static boolean isDigit(char character) {
    return character >= '0' && character <= '9';
  }

  /**
   * The next token; at the end of the text {@link Kind#END}, again and again.
   *
   * @throws FilterSyntaxException if the text goes on with no token
   */
  Token next() {
    while (is(' ') || is('\t') || is('\n') || is('\r')) {
      at++;
    }
    if (at == text.length()) {
      return new Token(Kind.END, "", at, at);
    }
    char first = text.charAt(at);
    if (first == '\'' || first == '"') {
      int start = at;
      return new Token(Kind.STRING, quoted("a string"), start, at);
    }
    if (first == '`' || beginsName(first)) {
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

  private Token name() {
    int start = at;
    boolean quoted = is('`');
    StringBuilder name = new StringBuilder(namePart());
    while (is('.')) {
      at++;
      quoted |= is('`');
      name.append('.').append(namePart());
    }
    String value = name.toString();
    return new Token(quoted ? Kind.NAME : Kind.ofWord(value), value, start, at);
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
    if (at == text.length() || !beginsName(text.charAt(at))) {
      throw wrong(at, character(), "the name of a field after the dot");
    }
    while (at < text.length() && continuesName(text.charAt(at))) {
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
    return digit < text.length() && isDigit(text.charAt(digit));
  }

  private Token number() {
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
    if (at < text.length() && (is('.') || is('`') || continuesName(text.charAt(at)))) {
      throw noNumber(start);
    }
    return new Token(Kind.NUMBER, text.substring(start, at), start, at);
  }

  private void requireDigits(int start) {
    int before = at;
    digits();
    if (at == before) {
      throw noNumber(start);
    }
  }

  private void digits() {
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
  }

  private FilterSyntaxException noNumber(int start) {
    int end = Math.min(at + 1, text.length());
    String found = '"' + shortened(text.substring(start, end)) + '"';
    return wrong(start, found, "a number such as 3, -0.65 or 1e-6");
  }

  private Token symbol() {
    int start = at;
    for (int length = 2; length > 0; length--) {
      int end = Math.min(start + length, text.length());
      String symbol = text.substring(start, end);
      Optional<Kind> kind = Kind.ofSymbol(symbol);
      if (kind.isPresent()) {
        at = end;
        return new Token(kind.get(), symbol, start, end);
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
