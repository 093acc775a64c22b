package dev.sluice.core.filter;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Evaluates filters on rows for it/bin/filter-check. Reads a file with fields separated by tabs:
 *
 * <pre>
 * column NAME KIND            a column
 * row VALUE...                a row: - for null, doubles as their bits in hex, strings as UTF-8 in hex
 * filter HEX                  a filter, as UTF-8 in hex
 * </pre>
 *
 * <p>Prints a line for each filter: the numbers of the rows that pass, counted from 0.
 */
final class EvaluateFilters {
  private final Map<String, ColumnKind> kinds = new LinkedHashMap<>();
  private final List<List<Object>> rows = new ArrayList<>();

  private EvaluateFilters() {}

  /** Takes the path of the file. */
  public static void main(String[] args) throws IOException {
    EvaluateFilters evaluate = new EvaluateFilters();
    try (PrintStream out = new PrintStream(System.out, false, UTF_8)) {
      for (String line : Files.readAllLines(Path.of(args[0]))) {
        evaluate.read(Arrays.asList(line.split("\t", -1)), out);
      }
    }
  }

  private void read(List<String> fields, PrintStream out) {
    List<String> values = fields.subList(1, fields.size());
    switch (fields.get(0)) {
      case "column" -> kinds.put(values.get(0), ColumnKind.valueOf(values.get(1)));
      case "row" -> rows.add(row(values));
      case "filter" -> out.println(passing(Filter.parse(string(values.get(0)))));
      default -> throw new IllegalArgumentException(fields.get(0));
    }
  }

  private List<Object> row(List<String> texts) {
    List<Object> row = new ArrayList<>();
    for (ColumnKind kind : kinds.values()) {
      String text = texts.get(row.size());
      row.add(text.equals("-") ? null : value(kind, text));
    }
    return row;
  }

  private static Object value(ColumnKind kind, String text) {
    return switch (kind) {
      case BOOLEAN -> Boolean.valueOf(text);
      case INTEGER -> Long.valueOf(text);
      case FLOATING -> Double.longBitsToDouble(Long.parseUnsignedLong(text, 16));
      case STRING, OTHER, NOTHING -> string(text);
    };
  }

  private static String string(String hex) {
    return new String(HexFormat.of().parseHex(hex), UTF_8);
  }

  private String passing(Filter filter) {
    Filter.BoundFilter bound = filter.bind(kinds);
    List<String> names = List.copyOf(kinds.keySet());
    int[] places = bound.columns().stream().mapToInt(names::indexOf).toArray();
    return IntStream.range(0, rows.size())
        .filter(row -> bound.passes(chosen(rows.get(row), places)))
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(" "));
  }

  private static ValuesRow chosen(List<Object> row, int[] places) {
    return new ValuesRow(Arrays.stream(places).mapToObj(row::get).toList());
  }
}
