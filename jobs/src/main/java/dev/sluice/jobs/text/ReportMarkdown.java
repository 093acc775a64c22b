package dev.sluice.jobs.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Formats the report of a job as Markdown. It has a line for each value, then a table for each list
 * of objects. Values and lists have the same names as in JSON, so no report needs formatting code
 * of its own.
 */
public final class ReportMarkdown {
  /**
   * Names of values that are not shown: the request, long lists, and tokens as spelled in files.
   */
  private static final Set<String> HIDDEN = Set.of("arguments", "left_out", "rejections", "token");

  private static final int MAX_CELL = 60;
  private static final MathContext DIGITS = new MathContext(4);
  private static final double LARGE = 10_000;
  private static final double GREAT = 1e15;
  private static final double SMALL = 1e-4;

  private final StringBuilder text = new StringBuilder();

  private ReportMarkdown() {}

  /** Formats the whole report. */
  public static String of(String title, JsonNode report) {
    ReportMarkdown shown = new ReportMarkdown();
    shown.lines(title, report);
    shown.tables(report);
    return shown.text.toString();
  }

  /** Formats the values of a report, without its tables. */
  public static String head(String title, JsonNode report) {
    ReportMarkdown shown = new ReportMarkdown();
    shown.lines(title, report);
    return shown.text.toString();
  }

  private void lines(String title, JsonNode report) {
    text.append("# ").append(title).append("\n\n");
    report
        .properties()
        .forEach(
            field -> {
              JsonNode value = field.getValue();
              if (HIDDEN.contains(field.getKey()) || isTable(value)) {
                return;
              }
              if (value.isArray()) {
                value.forEach(one -> line(field.getKey(), shown(one)));
              } else {
                line(field.getKey(), value.isObject() ? inline(value) : shown(value));
              }
            });
  }

  private void line(String name, String value) {
    if (!value.isEmpty()) {
      text.append("- %s: %s\n".formatted(name, value));
    }
  }

  private static String inline(JsonNode value) {
    List<String> parts = new ArrayList<>();
    leaves("", value).forEach((name, leaf) -> parts.add(name + " " + shown(leaf)));
    return String.join(", ", parts);
  }

  private void tables(JsonNode of) {
    of.properties()
        .forEach(
            field -> {
              if (isTable(field.getValue())) {
                String name = of.path("name").asText();
                String title = field.getKey() + (name.isEmpty() ? "" : " of " + name);
                text.append("\n## ").append(title).append("\n\n");
                rows(field.getValue());
                field.getValue().forEach(this::tables);
              }
            });
  }

  /** Formats the rows of a table. Columns of text come first. */
  private void rows(JsonNode table) {
    List<Map<String, JsonNode>> rows = new ArrayList<>();
    table.forEach(row -> rows.add(leaves("", row)));
    Map<String, Boolean> isNumber = new LinkedHashMap<>();
    rows.forEach(row -> row.forEach((name, value) -> isNumber.put(name, value.isNumber())));
    List<String> columns = new ArrayList<>(isNumber.keySet());
    columns.sort((a, b) -> Boolean.compare(isNumber.get(a), isNumber.get(b)));
    row(columns);
    row(columns.stream().map(column -> isNumber.get(column) ? "---:" : "---").toList());
    for (Map<String, JsonNode> row : rows) {
      row(
          columns.stream()
              .map(column -> row.containsKey(column) ? cell(row.get(column)) : "")
              .toList());
    }
  }

  private void row(List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  private static boolean isTable(JsonNode value) {
    return value.isArray() && value.path(0).isObject();
  }

  /**
   * Returns all values of an object except lists and empty strings, by name. Names include the
   * names of the enclosing objects.
   */
  private static Map<String, JsonNode> leaves(String prefix, JsonNode object) {
    Map<String, JsonNode> leaves = new TreeMap<>();
    object
        .properties()
        .forEach(
            field -> {
              String name = prefix + field.getKey();
              if (field.getValue().isObject()) {
                leaves.putAll(leaves(name + " ", field.getValue()));
              } else if (!HIDDEN.contains(field.getKey()) && !shown(field.getValue()).isEmpty()) {
                leaves.put(name, field.getValue());
              }
            });
    return leaves;
  }

  private static String cell(JsonNode value) {
    String all = shown(value);
    return all.length() <= MAX_CELL ? all : all.substring(0, MAX_CELL) + "…";
  }

  private static String shown(JsonNode value) {
    if (value.isIntegralNumber()) {
      return String.format(Locale.ROOT, "%,d", value.asLong());
    }
    if (value.isNumber()) {
      return number(value.asDouble());
    }
    return value.asText().replaceAll("\\p{Cntrl}", " ").replaceAll("[|`]", "\\\\$0");
  }

  /**
   * Formats a number with four significant digits. All digits before the decimal point are always
   * shown.
   */
  public static String number(double number) {
    double size = Math.abs(number);
    if (size >= LARGE && size < GREAT) {
      return String.format(Locale.ROOT, "%,.0f", number);
    }
    if (size != 0 && (size < SMALL || size >= GREAT)) {
      return String.format(Locale.ROOT, "%.3g", number);
    }
    return new BigDecimal(number).round(DIGITS).stripTrailingZeros().toPlainString();
  }
}
