package dev.sluice.core.filter;

import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits the text of a filter into tokens, and quotes names and strings. */
final class FilterLexer {
  private static final int MOST_SHOWN = 60;

  private static final String WORD = "[A-Za-z_]\\w*+";

  /** Matches names without quotes, separated by dots. The quantifiers do not backtrack. */
  private static final Pattern PATH = Pattern.compile("%s(?:\\.%<s)*+".formatted(WORD));

  private static final Pattern STRING = Pattern.compile("'(?:[^']|'')*+'|\"(?:[^\"]|\"\")*+\"");
  private static final String NAME_PART = "(?:%s|`(?:[^`]|``)++`)".formatted(WORD);
  private static final Pattern NAME = Pattern.compile("%s(?:\\.%<s)*+".formatted(NAME_PART));
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?\\d++(?:\\.\\d++)?+(?:[eE][-+]?+\\d++)?+(?![.`\\w])");

  /** Matches a malformed number, up to the character that makes it invalid. */
  private static final Pattern NO_NUMBER =
      Pattern.compile("[-+]?\\d++(?:\\.\\d*+)?+(?:[eE][-+]?+\\d*+)?+.?", Pattern.DOTALL);

  private static final Pattern QUOTED = Pattern.compile("`((?:[^`]|``)++)`");
  private static final Pattern SPACE = Pattern.compile("[ \t\n\r]*+");
  private static final Pattern SYMBOL = Pattern.compile("&&|\\|\\||[=!<>]=|<>|[(),!=<>]");

  private final String text;
  private final Matcher matcher;
  private int at;

  FilterLexer(String text) {
    this.text = text;
    this.matcher = SPACE.matcher(text);
  }

  /** The kind of a token. */
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

    /** Returns the kind of a word without quotes, in ASCII: a keyword in any case, or a name. */
    private static Kind ofWord(String word) {
      return KEYWORDS.stream()
          .filter(keyword -> keyword.name().equalsIgnoreCase(word))
          .findFirst()
          .orElse(NAME);
    }

    private static Kind ofSymbol(String symbol) {
      return switch (symbol) {
        case "(" -> OPEN;
        case ")" -> CLOSE;
        case "," -> COMMA;
        case "&&" -> AND;
        case "||" -> OR;
        case "!" -> NOT;
        default -> COMPARISON;
      };
    }
  }

  /**
   * A word, literal or symbol of a filter.
   *
   * @param value value without quotes, with doubled quotes replaced by single ones
   * @param start where the token begins in the text
   * @param end where the token ends, exclusive
   */
  record Token(Kind kind, String value, int start, int end) {}

  /** Returns a column's name, with backquotes where they are needed. */
  static String column(String name) {
    boolean plain = PATH.matcher(name).matches() && Kind.ofWord(name) == Kind.NAME;
    return plain ? name : quoted(name, '`');
  }

  /** Puts a name or string in quotes. */
  static String quoted(String value, char quote) {
    String one = String.valueOf(quote);
    return one + value.replace(one, one + one) + one;
  }

  /** Returns the text. A long text is truncated. */
  static String shortened(String text) {
    if (text.codePointCount(0, text.length()) <= MOST_SHOWN) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, MOST_SHOWN)) + "...";
  }

  /**
   * Returns whether a name may begin with this character. Only ASCII counts, because other letters
   * depend on the version of Java.
   */
  static boolean beginsName(char character) {
    return (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || character == '_';
  }

  /**
   * Returns the next token. At the end of the text, this is always {@link Kind#END}.
   *
   * @throws Filter.SyntaxException if no token follows
   */
  Token next() {
    take(SPACE);
    int start = at;
    if (at == text.length()) {
      return new Token(Kind.END, "", at, at);
    }
    if (take(STRING)) {
      return new Token(Kind.STRING, unquoted(start), start, at);
    }
    if (take(NAME)) {
      return name(start);
    }
    if (take(NUMBER)) {
      return new Token(Kind.NUMBER, text.substring(start, at), start, at);
    }
    if (take(SYMBOL)) {
      String symbol = text.substring(start, at);
      return new Token(Kind.ofSymbol(symbol), symbol, start, at);
    }
    throw noToken();
  }

  /** Advances past text that matches a pattern, and returns whether it matches. */
  private boolean take(Pattern form) {
    matcher.usePattern(form).region(at, text.length());
    boolean found = matcher.lookingAt();
    if (found) {
      at = matcher.end();
    }
    return found;
  }

  private Token name(int start) {
    if (is('.')) {
      at++;
      throw is('`') ? noToken() : wrong(at, character(), "the name of a field after the dot");
    }
    String written = text.substring(start, at);
    return written.indexOf('`') < 0
        ? new Token(Kind.ofWord(written), written, start, at)
        : new Token(Kind.NAME, withoutQuotes(written), start, at);
  }

  /** Removes the quotes from the parts of a name, and replaces doubled quotes by single ones. */
  private static String withoutQuotes(String name) {
    return QUOTED
        .matcher(name)
        .replaceAll(part -> Matcher.quoteReplacement(part.group(1).replace("``", "`")));
  }

  /** Returns the content of a quoted string. */
  private String unquoted(int start) {
    String quote = text.substring(start, start + 1);
    return text.substring(start + 1, at - 1).replace(quote + quote, quote);
  }

  /** Returns the position of the character at this offset. Positions count code points from 1. */
  int position(int offset) {
    return text.codePointCount(0, offset) + 1;
  }

  private boolean is(char character) {
    return at < text.length() && text.charAt(at) == character;
  }

  private Filter.SyntaxException noToken() {
    int start = at;
    char first = text.charAt(at);
    if (first == '\'' || first == '"') {
      return wrong(at, "an unterminated string", "a " + first + " at its end");
    }
    if (first == '`') {
      return text.startsWith("``", at) && !text.startsWith("```", at)
          ? wrong(at, "an empty name", "a column")
          : wrong(at, "an unterminated name", "a ` at its end");
    }
    if (take(NO_NUMBER)) {
      String found = '"' + shortened(text.substring(start, at)) + '"';
      return wrong(start, found, "a number such as 3, -0.65 or 1e-6");
    }
    return wrong(at, character(), allowedInsteadOf(first));
  }

  private static String allowedInsteadOf(char character) {
    return switch (character) {
      case '&' -> "&&";
      case '|' -> "||";
      default ->
          "a column (in backquotes if its name has characters besides letters, digits and _), a"
              + " number, a string in quotes or an operator";
    };
  }

  /** Returns the current character, as messages show it. */
  private String character() {
    if (at == text.length()) {
      return "the end";
    }
    int codePoint = text.codePointAt(at);
    boolean visible = codePoint > ' ' && codePoint < 0x7F || Character.isLetter(codePoint);
    return visible ? "\"" + Character.toString(codePoint) + '"' : "U+%04X".formatted(codePoint);
  }

  private Filter.SyntaxException wrong(int offset, String found, String allowed) {
    return new Filter.SyntaxException(position(offset), found, allowed);
  }
}
