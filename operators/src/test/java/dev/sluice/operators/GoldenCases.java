package dev.sluice.operators;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the golden cases: lines of operator, parameters, text, and what is expected, with tabs
 * between. Parameters are {@code name=value}, several with {@code ;} between, values of lists with
 * {@code ,}; {@code @name=value} is a column of the row: a number, {@code [a,b]} a list, anything
 * else, or what is in quotes, a text. In texts {@code \n}, {@code \r}, {@code \t}, {@code \\} and a
 * backslash with {@code u} and four hex digits stand for characters, and {@code ${3*abc}} for
 * abcabcabc.
 */
final class GoldenCases {
  private static final Pattern REPEAT = Pattern.compile("\\$\\{(\\d+)\\*((?:[^}])*)\\}");
  private static final Pattern ESCAPE = Pattern.compile("\\\\(n|r|t|\\\\|u[0-9A-Fa-f]{4})");

  private GoldenCases() {}

  /** One case. */
  record Case(
      int line,
      String operator,
      Map<String, ParameterValue> given,
      Map<String, FieldValue> fields,
      String text,
      String expected) {
    @Override
    public String toString() {
      return line + ": " + operator + " " + given.keySet();
    }

    Document document() {
      return new Document("id-" + line, Text.of(text), Fields.of(fields));
    }
  }

  static List<Case> read(String resource) {
    List<Case> cases = new ArrayList<>();
    String[] lines = resource(resource).split("\n");
    for (int i = 0; i < lines.length; i++) {
      if (!lines[i].isBlank() && !lines[i].startsWith("#")) {
        cases.add(parse(i + 1, lines[i].split("\t", -1)));
      }
    }
    return cases;
  }

  private static Case parse(int line, String[] parts) {
    if (parts.length != 4) {
      throw new IllegalStateException("line " + line + " has " + parts.length + " parts, not 4");
    }
    Map<String, ParameterValue> given = new LinkedHashMap<>();
    Map<String, FieldValue> fields = new HashMap<>();
    for (String parameter : parts[1].isEmpty() ? new String[0] : parts[1].split(";")) {
      String[] sides = parameter.split("=", 2);
      if (sides[0].startsWith("@")) {
        fields.put(sides[0].substring(1), field(sides[1]));
      } else if (sides[1].startsWith("[")) {
        String inside = sides[1].substring(1, sides[1].length() - 1);
        given.put(
            sides[0], ParameterValue.list(inside.isEmpty() ? new String[0] : inside.split(",")));
      } else {
        given.put(sides[0], ParameterValue.of(unescape(sides[1])));
      }
    }
    return new Case(line, parts[0], given, fields, unescape(parts[2]), unescape(parts[3]));
  }

  private static FieldValue field(String text) {
    if (text.startsWith("[")) {
      String inside = text.substring(1, text.length() - 1);
      return FieldValue.of(inside.isEmpty() ? List.of() : List.of(inside.split(",")));
    }
    if (text.startsWith("\"")) {
      return FieldValue.of(text.substring(1, text.length() - 1));
    }
    return text.matches("-?[0-9.]+")
        ? FieldValue.of(Double.parseDouble(text))
        : FieldValue.of(text);
  }

  private static String unescape(String text) {
    String repeated =
        REPEAT
            .matcher(text)
            .replaceAll(
                match ->
                    Matcher.quoteReplacement(
                        match.group(2).repeat(Integer.parseInt(match.group(1)))));
    return ESCAPE
        .matcher(repeated)
        .replaceAll(match -> Matcher.quoteReplacement(character(match.group(1))));
  }

  private static String character(String code) {
    return switch (code.charAt(0)) {
      case 'n' -> "\n";
      case 'r' -> "\r";
      case 't' -> "\t";
      case 'u' -> Character.toString((char) Integer.parseInt(code.substring(1), 16));
      default -> "\\";
    };
  }

  private static String resource(String name) {
    try (InputStream in = GoldenCases.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
