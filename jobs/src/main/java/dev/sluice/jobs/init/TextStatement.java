package dev.sluice.jobs.init;

import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Command lines for DuckDB that make one column of texts, for a POSIX shell. */
final class TextStatement {
  /** The file that the command lines write. */
  static final String OUTPUT = "texts.parquet";

  private static final Pattern ENDING =
      Pattern.compile(
          "\\.(parquet|parq|pq|(jsonl|ndjson|json)(\\.[a-z]+)?)$", Pattern.CASE_INSENSITIVE);

  private final List<String> inputs;
  private final TextFile first;

  /**
   * For an input.
   *
   * @param inputs directories, files and globs
   * @param first the first file of them
   */
  TextStatement(List<String> inputs, TextFile first) {
    this.inputs = inputs;
    this.first = first;
  }

  /** Writes the messages of a chat one after another, each after whose it is. */
  String joining(Chat chat) {
    return copying(
        "array_to_string([m[%s] || ': ' || m[%s] for m in %s], chr(10))"
            .formatted(string(chat.role()), string(chat.content()), name(chat.list())));
  }

  /** Writes the texts of several columns one after another. */
  String joining(List<String> columns) {
    return copying(
        "concat_ws(chr(10), %s)"
            .formatted(
                columns.stream().map(TextStatement::name).collect(Collectors.joining(", "))));
  }

  private String copying(String text) {
    String files = inputs.stream().map(this::files).collect(Collectors.joining(", "));
    String sql =
        "COPY (SELECT *, %s AS text FROM %s(%s)) TO %s"
            .formatted(
                text,
                first.format() == TextFormat.PARQUET ? "read_parquet" : "read_json",
                inputs.size() == 1 ? files : "[" + files + "]",
                string(OUTPUT));
    return "duckdb -c \"" + sql.replaceAll("[\\\\\"`$]", "\\\\$0") + "\"";
  }

  /**
   * What DuckDB reads of an input: the files below a directory have the ending of the first one.
   */
  private String files(String input) {
    boolean all = ENDING.matcher(input).find() || input.contains("*");
    Matcher ending = ENDING.matcher(first.name());
    return string(
        all || !ending.find() ? input : input.replaceFirst("/+$", "") + "/**/*" + ending.group());
  }

  private static String string(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  private static String name(String path) {
    return Arrays.stream(path.split("\\."))
        .map(part -> '"' + part.replace("\"", "\"\"") + '"')
        .collect(Collectors.joining("."));
  }
}
