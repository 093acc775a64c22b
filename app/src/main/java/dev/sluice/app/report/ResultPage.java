package dev.sluice.app.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.html.Figures;
import dev.sluice.app.html.HistogramChart;
import dev.sluice.app.html.HtmlPage;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.validate.report.ReportNumbers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Formats the JSON of a result as a page. Its numbers become tiles, each object and list in it a
 * table, and each histogram a chart. The same JSON gives the same bytes, less than 300 KB.
 */
public final class ResultPage {
  private static final int ROWS = 200;
  private static final int CHARTS = 60;
  private static final int MARKS = 4;

  /** The end of the names of columns that have a bar in each cell. */
  private static final String SHARE = "share";

  private final HtmlWriter html;

  private ResultPage(HtmlWriter html) {
    this.html = html;
  }

  /**
   * Returns the page of a job's result.
   *
   * @param output directory of the result, after which the page is named
   */
  public static byte[] of(Path output, String subtitle, JsonNode result) {
    return of(output.toAbsolutePath().normalize().getFileName().toString(), subtitle, result);
  }

  /**
   * Returns the page of a result.
   *
   * @param title subject of the page
   * @param subtitle kind of the result
   */
  public static byte[] of(String title, String subtitle, JsonNode result) {
    return page(title, subtitle, result).bytes();
  }

  /** Returns the page of a result, to which sections can be added. */
  static HtmlPage page(String title, String subtitle, JsonNode result) {
    HtmlPage page = new HtmlPage(title, subtitle, "Sluice " + ReleaseNumber.current() + ".");
    page.section("summary", "Summary", html -> summary(html, result));
    result.properties().stream()
        .filter(field -> !field.getValue().isEmpty())
        .forEach(
            field ->
                page.section(
                    field.getKey(),
                    title(field.getKey()),
                    html -> new ResultPage(html).part(title(field.getKey()), field.getValue())));
    return page;
  }

  private static String title(String key) {
    String words = Figures.words(key);
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  private static void summary(HtmlWriter html, JsonNode result) {
    html.tiles();
    result.properties().stream()
        .filter(field -> field.getValue().isValueNode())
        .forEach(
            field -> html.tile(title(field.getKey()), shown(field.getKey(), field.getValue())));
    html.closeLine();
  }

  /** Formats a value according to its name: bytes with a unit, rates and shares as percentages. */
  private static String shown(String name, JsonNode value) {
    if (value.isIntegralNumber()) {
      return name.endsWith("bytes")
          ? ByteSize.approximate(value.asLong())
          : ReportNumbers.count(value.asLong());
    }
    if (value.isNumber()) {
      return name.endsWith("rate") || name.endsWith(SHARE)
          ? ReportNumbers.percent(value.asDouble(), 2)
          : shown(value.asDouble());
    }
    return value.isNull() ? "" : value.asText();
  }

  private static String shown(double number) {
    return Math.abs(number) < 10 ? ReportNumbers.trimmed(number, 4) : Figures.rounded(number);
  }

  /** Writes an object or a list. */
  private void part(String caption, JsonNode part) {
    Map<String, JsonNode> rows = new LinkedHashMap<>();
    if (part.isObject()) {
      part.properties().forEach(field -> rows.put(field.getKey(), field.getValue()));
    } else {
      part.forEach(each -> rows.put(Integer.toString(rows.size() + 1), each));
    }
    boolean flat = rows.values().stream().noneMatch(JsonNode::isObject);
    table(caption, part.isObject() || flat, rows);
    charts(rows);
    rows.values().stream().limit(ROWS).forEach(this::lists);
  }

  /**
   * @param named whether the key of a row is its name; if not, its first cell is its name
   */
  private void table(String caption, boolean named, Map<String, JsonNode> rows) {
    List<Map<String, JsonNode>> cells = new ArrayList<>();
    Set<String> columns = new LinkedHashSet<>();
    rows.forEach(
        (key, value) -> {
          Map<String, JsonNode> row = new LinkedHashMap<>();
          if (value.isObject()) {
            cells(row, "", value);
          } else {
            row.put("value", value);
          }
          cells.add(row);
          columns.addAll(row.keySet());
        });
    List<String> names = new ArrayList<>(named ? List.of("") : List.of());
    List<String> shares = columns.stream().filter(column -> isShare(cells, column)).toList();
    for (String column : columns) {
      names.add(isNumber(cells, column) ? "+" + column : column);
      if (shares.contains(column)) {
        names.add(" ");
      }
    }
    if (names.isEmpty()) {
      return;
    }
    String first = names.get(0);
    names.set(0, first.isEmpty() ? "Name" : first.replaceFirst("^\\+", ""));
    List<String> keys = List.copyOf(rows.keySet());
    try (HtmlTable table = new HtmlTable(html, caption, names)) {
      for (int i = 0; i < Math.min(ROWS, cells.size()); i++) {
        List<Object> row = new ArrayList<>(named ? List.of(keys.get(i)) : List.of());
        for (String column : columns) {
          JsonNode cell = cells.get(i).get(column);
          row.add(cell == null ? "" : cell.isValueNode() ? shown(column, cell) : cell.toString());
          if (shares.contains(column)) {
            row.add(new HtmlTable.Bar(cell == null ? 0 : cell.asDouble(), i));
          }
        }
        table.row(row.get(0).toString(), row.subList(1, row.size()));
      }
    }
    if (cells.size() > ROWS) {
      html.note(ReportNumbers.count(cells.size() - ROWS) + " more are not listed.");
    }
  }

  /** Collects the values of an object and of the objects in it, one level deep. */
  private static void cells(Map<String, JsonNode> row, String prefix, JsonNode object) {
    object
        .properties()
        .forEach(
            field -> {
              JsonNode value = field.getValue();
              String name = prefix + Figures.words(field.getKey());
              if (value.isObject() && prefix.isEmpty() && !isHistogram(value)) {
                cells(row, name + " ", value);
              } else if (value.isValueNode() || value.path(0).isValueNode() && !value.isObject()) {
                row.put(name, value);
              }
            });
  }

  private static boolean isNumber(List<Map<String, JsonNode>> cells, String column) {
    return cells.stream()
        .map(row -> row.get(column))
        .allMatch(cell -> cell == null || cell.isNull() || cell.isNumber());
  }

  private static boolean isShare(List<Map<String, JsonNode>> cells, String column) {
    return column.endsWith(SHARE) && isNumber(cells, column);
  }

  private static boolean isHistogram(JsonNode value) {
    return value.has("edges") && value.has("counts");
  }

  private void charts(Map<String, JsonNode> rows) {
    List<JsonNode> drawn =
        rows.values().stream()
            .filter(each -> isHistogram(each.path("histogram")))
            .filter(each -> !each.path("histogram").path("counts").isEmpty())
            .limit(CHARTS)
            .toList();
    if (!drawn.isEmpty()) {
      html.open("div", "class", "charts");
      drawn.forEach(each -> chart(each.path("name").asText(), each.path("histogram")));
      html.closeLine();
    }
  }

  private void chart(String name, JsonNode histogram) {
    JsonNode edges = histogram.path("edges");
    JsonNode counts = histogram.path("counts");
    List<HistogramChart.Bar> bars = new ArrayList<>();
    List<Double> marks = new ArrayList<>();
    for (int i = 0; i < counts.size(); i++) {
      double from = edges.get(i).asDouble();
      double to = edges.get(i + 1).asDouble();
      double half = from == to ? Math.max(0.5, Math.abs(from) / 2) : 0;
      bars.add(new HistogramChart.Bar(from - half, to + half, counts.get(i).asLong()));
      if (i % Math.max(1, counts.size() / MARKS) == 0) {
        marks.add(from);
      }
    }
    boolean logarithmic = histogram.path("scale").asText().equals("logarithmic");
    new HistogramChart(name, "Documents by " + name, name, logarithmic, bars)
        .write(html, marks, ResultPage::shown);
  }

  /** Writes lists of objects within a row as separate tables. */
  private void lists(JsonNode row) {
    row.properties().stream()
        .filter(field -> field.getValue().isArray() && field.getValue().path(0).isObject())
        .forEach(field -> part(row.path("name").asText() + " " + field.getKey(), field.getValue()));
  }
}
