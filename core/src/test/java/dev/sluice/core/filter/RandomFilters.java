package dev.sluice.core.filter;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/**
 * Random filters over fixed columns, each with what it should say about a row: an evaluator that is
 * slow, obvious, and shares no code with the one under test.
 */
final class RandomFilters {
  /** The columns; {@code odd name} and {@code or} need backquotes. */
  static final Map<String, ColumnKind> KINDS = kinds();

  private static final String[] OPERATORS = {"==", "=", "!=", "<>", "<", "<=", ">", ">="};

  private static final List<Long> LONGS =
      Arrays.asList(
          0L,
          1L,
          -1L,
          2L,
          3L,
          -3L,
          (1L << 53) - 1,
          1L << 53,
          (1L << 53) + 1,
          -(1L << 53) - 1,
          Long.MAX_VALUE,
          Long.MAX_VALUE - 1,
          Long.MIN_VALUE,
          (1L << 60) + 1,
          null);

  private static final List<Double> DOUBLES =
      Arrays.asList(
          0.0,
          -0.0,
          0.5,
          0.65,
          -2.5,
          1.0,
          2.0,
          3.0,
          Double.NaN,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          0x1p53,
          0x1p53 + 2,
          -0x1p53,
          0x1p60,
          0x1p63,
          -0x1p63,
          1e300,
          Double.MIN_VALUE,
          Double.MAX_VALUE,
          null);

  private static final List<String> STRINGS =
      Arrays.asList(
          "",
          "a",
          "ab",
          "abc",
          "abab",
          "aab",
          "aaab",
          "aabab",
          "b",
          "en",
          "é",
          "e\u0301",
          "語",
          "語言",
          "\uFFFF",
          "😀",
          "it's",
          "say \"x\"",
          "`",
          "a\nb",
          "\u0000",
          null);

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "0.0",
          "1",
          "+1",
          "-1",
          "2",
          "3.0",
          "1e0",
          "0.5",
          "0.65",
          "6.5E-1",
          "-2.5",
          "2.5",
          "9007199254740991",
          "9007199254740992",
          "9007199254740993",
          "9007199254740992.5",
          "-9007199254740993",
          "1152921504606846977",
          "1152921504606846976.5",
          "9223372036854775807",
          "9223372036854775807.5",
          "9223372036854775808",
          "1e300",
          "1e-300",
          "-9223372036854775808",
          "-9223372036854775809",
          "-1e19",
          "4.9e-324");

  private final Random random;

  RandomFilters(long seed) {
    this.random = new Random(seed);
  }

  /**
   * A filter.
   *
   * @param precedence 0 for a disjunction, 1 for a conjunction, 2 for anything that needs no
   *     parentheses below "not"
   * @param truth true, false, or null for unknown
   */
  record Sample(String text, int precedence, Function<Map<String, Object>, Boolean> truth) {}

  private static Map<String, ColumnKind> kinds() {
    Map<String, ColumnKind> kinds = new LinkedHashMap<>();
    kinds.put("b", ColumnKind.BOOLEAN);
    kinds.put("or", ColumnKind.BOOLEAN);
    kinds.put("n", ColumnKind.INTEGER);
    kinds.put("m.n", ColumnKind.INTEGER);
    kinds.put("x", ColumnKind.FLOATING);
    kinds.put("y", ColumnKind.FLOATING);
    kinds.put("s", ColumnKind.STRING);
    kinds.put("odd name", ColumnKind.STRING);
    kinds.put("other", ColumnKind.OTHER);
    return kinds;
  }

  /** A value for each column, often null. */
  Map<String, Object> row() {
    Map<String, Object> row = new LinkedHashMap<>();
    KINDS.forEach((column, kind) -> row.put(column, value(kind)));
    return row;
  }

  private Object value(ColumnKind kind) {
    return switch (kind) {
      case BOOLEAN -> one(Arrays.asList(true, false, null));
      case INTEGER -> one(LONGS);
      case FLOATING -> one(DOUBLES);
      case STRING -> one(STRINGS);
      case OTHER, NOTHING -> one(Arrays.asList("", null));
    };
  }

  Sample filter(int depth) {
    return switch (depth == 0 ? 4 : random.nextInt(5)) {
      case 0 -> joined(depth, 0, any(" or ", " || ", "||", " OR\n"));
      case 1 -> joined(depth, 1, any(" and ", " && ", "&&", "\tAnd "));
      case 2, 3 -> not(filter(depth - 1));
      default -> condition();
    };
  }

  private Sample joined(int depth, int precedence, String operator) {
    List<Sample> parts = new ArrayList<>();
    for (int i = 2 + random.nextInt(2); i > 0; i--) {
      parts.add(inParentheses(filter(depth - 1), precedence));
    }
    boolean isOr = precedence == 0;
    Function<Map<String, Object>, Boolean> truth =
        row -> {
          List<Boolean> values = new ArrayList<>();
          parts.forEach(part -> values.add(part.truth.apply(row)));
          if (values.contains(isOr)) {
            return isOr;
          }
          return values.contains(null) ? null : Boolean.valueOf(!isOr);
        };
    String text = String.join(operator, parts.stream().map(Sample::text).toList());
    return new Sample(text, precedence, truth);
  }

  private Sample not(Sample sample) {
    return new Sample(
        any("not ", "! ", "!", "NOT\t") + inParentheses(sample, 2).text,
        2,
        row -> {
          Boolean value = sample.truth.apply(row);
          return value == null ? null : Boolean.valueOf(!value);
        });
  }

  private Sample inParentheses(Sample sample, int precedence) {
    return sample.precedence < precedence || random.nextInt(4) == 0
        ? new Sample("(" + sample.text + " )", 2, sample.truth)
        : sample;
  }

  private Sample condition() {
    String column = one(List.copyOf(KINDS.keySet()));
    ColumnKind kind = KINDS.get(column);
    if (kind == ColumnKind.OTHER || random.nextInt(6) == 0) {
      boolean wanted = random.nextBoolean();
      return leaf(
          spelled(column) + (wanted ? any(" is null", " IS  NULL") : " is not null"),
          row -> (row.get(column) == null) == wanted);
    }
    return switch (random.nextInt(4)) {
      case 0 -> comparisonOfColumns(column, kind);
      case 1 -> membership(column, kind);
      case 2 -> special(column, kind);
      default -> comparison(column, kind);
    };
  }

  private Sample comparison(String column, ColumnKind kind) {
    String literal = literal(kind);
    String operator = operator(kind);
    if (random.nextBoolean()) {
      return leaf(
          spelled(column) + any("", " ") + operator + any("", " ") + literal,
          row -> holds(operator, compare(row.get(column), valueOf(literal, kind))));
    }
    return leaf(
        literal + any("", " ") + operator + any("", " ") + spelled(column),
        row -> holds(operator, compare(valueOf(literal, kind), row.get(column))));
  }

  private Sample comparisonOfColumns(String column, ColumnKind kind) {
    List<String> others =
        KINDS.keySet().stream()
            .filter(
                other -> KINDS.get(other) == kind || (isNumber(kind) && isNumber(KINDS.get(other))))
            .toList();
    String other = one(others);
    String operator = operator(kind);
    return leaf(
        spelled(column) + any("", " ") + operator + " " + spelled(other),
        row -> holds(operator, compare(row.get(column), row.get(other))));
  }

  private Sample membership(String column, ColumnKind kind) {
    List<String> literals = new ArrayList<>();
    for (int i = random.nextInt(8); i >= 0; i--) {
      literals.add(literal(kind));
    }
    boolean wanted = random.nextBoolean();
    return leaf(
        spelled(column)
            + (wanted ? any(" in", " IN ") : " not in ")
            + "("
            + String.join(any(",", " , "), literals)
            + ")",
        row -> {
          Object value = row.get(column);
          if (value == null) {
            return null;
          }
          boolean found = false;
          for (String literal : literals) {
            found |= compare(value, valueOf(literal, kind)) == 0;
          }
          return found == wanted;
        });
  }

  private Sample special(String column, ColumnKind kind) {
    if (kind == ColumnKind.BOOLEAN) {
      return leaf(spelled(column), row -> (Boolean) row.get(column));
    }
    if (kind != ColumnKind.STRING) {
      return comparison(column, kind);
    }
    String literal = literal(kind);
    String wanted = (String) valueOf(literal, kind);
    String function = any("starts_with", "ends_with", "contains", "Starts_With");
    return leaf(
        function + any("(", " ( ") + spelled(column) + any(",", " , ") + literal + ")",
        row -> {
          String text = (String) row.get(column);
          return text == null
              ? null
              : switch (function) {
                case "ends_with" -> text.endsWith(wanted);
                case "contains" -> text.contains(wanted);
                default -> text.startsWith(wanted);
              };
        });
  }

  private static Sample leaf(String text, Function<Map<String, Object>, Boolean> truth) {
    return new Sample(text, 2, truth);
  }

  private String spelled(String column) {
    boolean odd = column.equals("or") || column.contains(" ");
    return odd || random.nextInt(8) == 0 ? "`" + column + "`" : column;
  }

  private String operator(ColumnKind kind) {
    return OPERATORS[random.nextInt(kind == ColumnKind.BOOLEAN ? 4 : OPERATORS.length)];
  }

  private String literal(ColumnKind kind) {
    return switch (kind) {
      case BOOLEAN -> any("true", "false", "TRUE", "False");
      case STRING -> string();
      default -> one(NUMBERS);
    };
  }

  private String string() {
    String value = one(STRINGS);
    String quote = any("'", "\"");
    return quote + (value == null ? "zz" : value).replace(quote, quote + quote) + quote;
  }

  /** What a literal means next to a column of this kind. */
  private static Object valueOf(String literal, ColumnKind kind) {
    return switch (kind) {
      case BOOLEAN -> Boolean.valueOf(literal);
      case STRING -> {
        String quote = literal.substring(0, 1);
        yield literal.substring(1, literal.length() - 1).replace(quote + quote, quote);
      }
      case FLOATING -> {
        BigDecimal exact = new BigDecimal(literal);
        boolean isWhole = exact.abs().compareTo(new BigDecimal(0x1p53)) > 0;
        yield isWhole && exact.abs().compareTo(new BigDecimal(0x1p63)) <= 0
            ? exact
            : (Object) Double.valueOf(literal);
      }
      default -> new BigDecimal(literal);
    };
  }

  private static boolean isNumber(ColumnKind kind) {
    return kind == ColumnKind.INTEGER || kind == ColumnKind.FLOATING;
  }

  private static Boolean holds(String operator, Integer sign) {
    return sign == null
        ? null
        : switch (operator) {
          case "==", "=" -> sign == 0;
          case "!=", "<>" -> sign != 0;
          case "<" -> sign < 0;
          case "<=" -> sign <= 0;
          case ">" -> sign > 0;
          case ">=" -> sign >= 0;
          default -> throw new IllegalArgumentException(operator);
        };
  }

  /** The sign of two values' comparison; null if one of them is. */
  static Integer compare(Object one, Object other) {
    if (one == null || other == null) {
      return null;
    }
    if (one instanceof Boolean first) {
      return first.compareTo((Boolean) other);
    }
    if (one instanceof String first) {
      return compareBytes(first.getBytes(UTF_8), ((String) other).getBytes(UTF_8));
    }
    double first = ((Number) one).doubleValue();
    double second = ((Number) other).doubleValue();
    boolean isFinite = Double.isFinite(first) && Double.isFinite(second);
    return isFinite ? exact(one).compareTo(exact(other)) : Double.compare(first, second);
  }

  private static BigDecimal exact(Object number) {
    if (number instanceof Double value) {
      return new BigDecimal(value);
    }
    return number instanceof Long value ? BigDecimal.valueOf(value) : (BigDecimal) number;
  }

  static int compareBytes(byte[] one, byte[] other) {
    for (int i = 0; i < Math.min(one.length, other.length); i++) {
      if (one[i] != other[i]) {
        return (one[i] & 0xFF) - (other[i] & 0xFF);
      }
    }
    return one.length - other.length;
  }

  private String any(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
