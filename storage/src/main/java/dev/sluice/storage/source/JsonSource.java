package dev.sluice.storage.source;

import dev.sluice.storage.json.JsonEncoder;
import dev.sluice.storage.json.JsonLineException;
import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.json.JsonSurvey;
import dev.sluice.storage.json.JsonText;
import dev.sluice.storage.json.StreamCompression;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFooter;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.page.SourceVersion.ListedVersion;
import dev.sluice.storage.rows.RowProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A file of JSON objects as rows, compressed or not; see {@link JsonObjects}. Anything other than
 * an object is a row with a defect. Immutable and thread-safe; holds no file descriptor, because
 * each read opens the file and begins at the first object.
 */
public final class JsonSource {
  /**
   * The maximum size of an object. Larger objects are rejected. It is not configurable, so that the
   * same file always has the same rows.
   */
  static final int MAX_OBJECT_BYTES = 32 << 20;

  /** The suffixes of the names of JSON files. The suffix of a compression follows them. */
  public static final List<String> ENDINGS = List.of(".jsonl", ".ndjson", ".json");

  /**
   * Number of objects after which an id or a dump that none of them has counts as absent from the
   * file.
   */
  private static final int LOOKED_AT = 10_000;

  private static final long NO_ROW = -1;

  /** The number of rows from which the types of a file's columns are determined. */
  public static final int FIRST = 1_000;

  private final Path file;
  private final Optional<ListedVersion> version;
  private final ColumnMapping mapping;
  private final FieldRules rules;

  /** The carried columns that objects lack and the path has, in the form of records. */
  private final Map<String, byte[]> fromPath;

  /**
   * Reasons why columns of the path cannot be used, by column. A reason applies if an object lacks
   * the column.
   */
  private final Map<String, String> misfits = new LinkedHashMap<>();

  private JsonSource(
      Path file, Optional<ListedVersion> version, ColumnMapping mapping, FieldRules rules) {
    this.file = file;
    this.version = version;
    this.mapping = mapping;
    this.rules = rules.withPath(mapping, name -> false);
    this.fromPath =
        mapping
            .carried()
            .map(
                schema ->
                    CarriedColumns.fromPath(
                        rules.path(), schema, name -> false, misfits::putIfAbsent))
            .orElse(Map.of());
    mapping.filter().ifPresent(filter -> rules.path().check(filter, misfits::putIfAbsent));
  }

  /**
   * Returns whether a file of this name holds JSON, compressed or not. The name's case does not
   * matter.
   */
  public static boolean isNamed(String name) {
    return ENDINGS.stream().anyMatch(StreamCompression.unpackedName(name)::endsWith);
  }

  /**
   * Returns whether a file is read as JSON. Such a file has the name of a JSON file and does not
   * begin as Parquet does. Opens only files with such names.
   *
   * @throws IOException if the file cannot be read
   */
  public static boolean reads(Path file) throws IOException {
    return isNamed(file.getFileName().toString())
        && (SourcePath.problemOf(file).isPresent() || !SourceFooter.isPromised(file));
  }

  /**
   * Creates a source without reading the file.
   *
   * @param rules the rules for the rows of this file
   */
  public static JsonSource open(Path file, ColumnMapping mapping, FieldRules rules) {
    return new JsonSource(file, Optional.empty(), mapping, rules);
  }

  /**
   * Creates a source for one version of an object. Reading fails if the object has a different
   * version.
   *
   * @param version the version from the listing
   * @param rules the rules for the rows of this file
   */
  public static JsonSource open(
      Path file, ListedVersion version, ColumnMapping mapping, FieldRules rules) {
    return new JsonSource(file, Optional.of(version), mapping, rules);
  }

  private JsonObjects objects(JsonText json) throws IOException {
    return version.isPresent()
        ? JsonObjects.of(file, SourceFile.stream(file, version.get()), MAX_OBJECT_BYTES, json)
        : JsonObjects.open(file, MAX_OBJECT_BYTES, json);
  }

  /**
   * Returns the fields of a file as {@code name (JSON)}, for messages. These are the fields of its
   * first object, and the mapped fields that occur. Reads until each required field has occurred,
   * usually one object, and looks for the other fields in the first 10,000 objects.
   *
   * @throws SourceFormatException if the file is broken before the required fields occur
   * @throws IOException if the file cannot be read
   */
  public static List<String> fields(Path file, ColumnMapping mapping) throws IOException {
    JsonSource source = open(file, mapping, FieldRules.DEFAULT);
    List<String> others = new ArrayList<>(source.paths());
    others.removeAll(mapping.required());
    return look(file, source.json(), mapping.required(), others, LOOKED_AT);
  }

  /**
   * Returns the fields of a file as {@code name (JSON)}. These are the fields of its first object,
   * and the wanted field if one of the first {@value #LOOKED_AT} objects has it.
   *
   * @throws SourceFormatException if the file is broken before
   * @throws IOException if it cannot be read
   */
  public static List<String> firstFields(Path file, String wanted) throws IOException {
    return look(file, new JsonText(wanted), List.of(), List.of(wanted), LOOKED_AT);
  }

  /**
   * Determines the fields of the first {@value #FIRST} rows of a file.
   *
   * @param firstRow the number of the file's first row in the survey
   * @throws SourceFormatException if the file is broken before
   * @throws IOException if it cannot be read
   */
  public static JsonSurvey survey(Path file, long firstRow) throws IOException {
    JsonSurvey survey = new JsonSurvey();
    JsonText json = new JsonText("");
    try (JsonObjects objects = JsonObjects.open(file, MAX_OBJECT_BYTES, json)) {
      while (objects.row() + 1 < FIRST && objects.next()) {
        if (objects.problem().isEmpty()) {
          add(json.object(), firstRow + objects.row(), survey);
        }
      }
    }
    return survey;
  }

  private static void add(ByteBuffer object, long row, JsonSurvey survey) {
    try {
      survey.add(object.array(), object.position(), object.remaining(), row);
    } catch (JsonLineException e) {
      // No table can hold this object, so it is rejected when it is read.
    }
  }

  /** Looks for the required fields in all objects, and for the other fields in the first ones. */
  private static List<String> look(
      Path file, JsonText json, List<String> everywhere, List<String> first, int most)
      throws IOException {
    Set<String> required = new LinkedHashSet<>(everywhere);
    Set<String> others = new LinkedHashSet<>(first);
    long looked = 0;
    try (JsonObjects objects = JsonObjects.open(file, MAX_OBJECT_BYTES, json)) {
      while ((!required.isEmpty() || !others.isEmpty() && looked < most) && objects.next()) {
        if (objects.problem().isEmpty()) {
          looked++;
          required.removeIf(json::has);
          others.removeIf(json::has);
        }
      }
    }
    Set<String> names = new LinkedHashSet<>(json.names());
    Stream.concat(everywhere.stream(), first.stream())
        .filter(path -> !required.contains(path) && !others.contains(path))
        .forEach(names::add);
    return names.stream().map("%s (JSON)"::formatted).toList();
  }

  private List<String> paths() {
    return Stream.of(
            mapping.columns().values().stream(),
            mapping.filter().stream().flatMap(filter -> filter.columns().stream()),
            misfits.keySet().stream())
        .flatMap(Function.identity())
        .distinct()
        .toList();
  }

  private JsonColumns otherColumns(JsonText json) {
    return new JsonColumns(
        json,
        mapping.filter().map(filter -> new JsonColumns.JsonFilter(filter, rules.path())),
        mapping.carried().map(table -> JsonEncoder.ofSome(table, fromPath)));
  }

  private JsonText json() {
    return new JsonText(mapping.text(), paths());
  }

  /**
   * Passes all rows to the consumer, in order. Several threads may read at the same time, each with
   * its own consumer. Memory: at most 64 MiB, usually twice the largest object.
   *
   * @return number of rows
   * @throws SourceFormatException if the file is broken, or no object in it has a required field;
   *     the rows before the error have been passed on
   * @throws IOException if the file cannot be read, or the consumer throws this exception
   * @throws InterruptedException if the consumer throws this exception
   */
  public long read(SourceRow.RowConsumer consumer) throws IOException, InterruptedException {
    JsonText json = json();
    SourceRow row = new SourceRow(rules, otherColumns(json));
    row.startAt(NO_ROW);
    List<Consumer<SourceRow>> fields = new ArrayList<>();
    mapping.columns().forEach((role, path) -> fields.add(setter(role, path, json)));
    JsonObjects.MissingFields missing =
        new JsonObjects.MissingFields(
            json, mapping.without(rules.path().values()::containsKey).required());
    try (JsonObjects objects = objects(json)) {
      while (objects.next()) {
        row.startAt(objects.row());
        if (objects.problem().isPresent()) {
          row.setDefect(defect(objects, objects.problem().get()));
        } else {
          missing.look();
          checkPath(json);
          fields.forEach(field -> field.accept(row));
        }
        consumer.accept(row);
      }
    }
    missing.require(file);
    return row.row() + 1;
  }

  private static RowRejection defect(JsonObjects objects, RowProblem problem) {
    String message = "line %d: %s".formatted(objects.line(), problem.message());
    return problem.isTooLarge()
        ? RowRejection.of(RowRejection.OVERSIZE_ROW, message)
        : RowRejection.invalid(message);
  }

  private void checkPath(JsonText json) throws SourceFormatException {
    for (Map.Entry<String, String> misfit : misfits.entrySet()) {
      if (!json.has(misfit.getKey())) {
        throw new SourceFormatException(file, misfit.getValue());
      }
    }
  }

  /**
   * Returns what copies a field of the current object into a row. The row has its file's score and
   * dump only if the object has neither a value nor a null for them.
   */
  private static Consumer<SourceRow> setter(ColumnRole role, String path, JsonText json) {
    return switch (role) {
      case ID -> row -> json.id(path).ifPresent(row::setId);
      case TEXT -> row -> json.textBytes().ifPresent(row::setText);
      case SCORE ->
          row -> {
            if (json.has(path)) {
              json.number(path).ifPresentOrElse(row::setScore, row::nullScore);
            }
          };
      case DUMP ->
          row -> {
            if (json.has(path)) {
              json.string(path).map(ByteBuffer::wrap).ifPresentOrElse(row::setDump, row::nullDump);
            }
          };
    };
  }

  /**
   * Returns a copy of the text of a row, or empty if the row has no text. Reads all objects before
   * it.
   *
   * @param number index of the row in the file
   * @throws SourceFormatException if the file is broken, or ends, before this row
   * @throws IOException if the file cannot be read
   */
  public Optional<ByteBuffer> text(long number) throws IOException {
    JsonText json = json();
    try (JsonObjects objects = objects(json)) {
      while (objects.row() < number) {
        if (!objects.next()) {
          throw new SourceFormatException(
              file, "ends at line %d, before row %d".formatted(objects.line(), number));
        }
      }
      return objects.problem().isPresent()
          ? Optional.empty()
          : json.textBytes().map(JsonSource::copy);
    }
  }

  private static ByteBuffer copy(ByteBuffer text) {
    return ByteBuffer.allocate(text.remaining()).put(text).flip();
  }
}
