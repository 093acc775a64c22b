package dev.sluice.storage.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.storage.jsonl.JsonName;
import dev.sluice.storage.jsonl.JsonObjects;
import dev.sluice.storage.jsonl.JsonText;
import dev.sluice.storage.jsonl.JsonValue;
import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A file of JSON objects as rows, compressed or not; see {@link JsonObjects}. What is no object is
 * a row without fields. Immutable and thread-safe; holds no file descriptor, because each reading
 * opens its own and begins at the first object.
 */
public final class JsonSource {
  /**
   * Larger objects are rows without fields. No key changes it: the same file always has the same
   * rows.
   */
  static final int MAX_OBJECT_BYTES = 32 << 20;

  /**
   * A field that none of so many first objects has is taken for one that the file does not have.
   */
  private static final int LOOKED_AT = 10_000;

  private final Path file;
  private final ColumnMapping mapping;
  private final FieldRules rules;

  /**
   * What was no object.
   *
   * @param count number of such rows
   * @param first what is wrong with the first of them, with its line
   */
  public record Rejected(long count, Optional<String> first) {}

  private JsonSource(Path file, ColumnMapping mapping, FieldRules rules) {
    this.file = file;
    this.mapping = mapping;
    this.rules = rules.withPath(mapping, name -> false);
  }

  /** Whether a file of this name is read as JSON. */
  public static boolean reads(String name) {
    return JsonName.matches(name);
  }

  /**
   * Reads until each required field has occurred, usually one object.
   *
   * @param rules for the rows of this file
   * @throws SourceFormatException if a required field does not occur, or the file is broken before
   * @throws IOException if it cannot be read
   */
  public static JsonSource open(Path file, ColumnMapping mapping, FieldRules rules)
      throws IOException {
    if (mapping.carried().isPresent() || mapping.filter().isPresent()) {
      throw new SourceFormatException(
          file,
          "output.columns with further columns, and filter, need Parquet: convert the file with"
              + " `sluice shuffle --format parquet`, or leave it out");
    }
    JsonSource source = new JsonSource(file, mapping, rules);
    Set<String> missing = new LinkedHashSet<>(mapping.required());
    missing.removeAll(rules.path().values().keySet());
    Seen seen = source.look(missing);
    if (seen.objects() > 0 && !missing.isEmpty()) {
      throw new SourceFormatException(
          file,
          "none of the first %,d objects has a field %s; there are: %s"
              .formatted(
                  seen.objects(), missing.iterator().next(), String.join(", ", seen.names())));
    }
    return source;
  }

  /**
   * Fields of a file as {@code name (JSON)}, for messages: those of its first object, and the
   * mapped ones that occur.
   *
   * @throws SourceFormatException if the file is broken before they occur
   * @throws IOException if it cannot be read
   */
  public static List<String> fields(Path file, ColumnMapping mapping) throws IOException {
    JsonSource source = new JsonSource(file, mapping, FieldRules.DEFAULT);
    Set<String> missing = new LinkedHashSet<>(source.paths());
    Set<String> names = new LinkedHashSet<>(source.look(missing).names());
    source.paths().stream().filter(path -> !missing.contains(path)).forEach(names::add);
    return names.stream().map("%s (JSON)"::formatted).toList();
  }

  private record Seen(long objects, List<String> names) {}

  /** Removes the fields that occur. */
  private Seen look(Set<String> missing) throws IOException {
    JsonText json = json();
    long looked = 0;
    try (JsonObjects objects = JsonObjects.open(file, MAX_OBJECT_BYTES)) {
      while (!missing.isEmpty() && looked < LOOKED_AT && objects.next()) {
        if (problem(objects, json).isEmpty()) {
          looked++;
          missing.removeIf(json::has);
        }
      }
    }
    return new Seen(looked, json.names());
  }

  private List<String> paths() {
    return Stream.of(Optional.of(mapping.text()), mapping.score(), mapping.id(), mapping.dump())
        .flatMap(Optional::stream)
        .distinct()
        .toList();
  }

  private JsonText json() {
    return new JsonText(mapping.text(), paths());
  }

  private static Optional<String> problem(JsonObjects objects, JsonText json) {
    Optional<String> problem = objects.problem();
    return problem.isPresent()
        ? problem
        : json.read(objects.buffer(), objects.offset(), objects.length());
  }

  /**
   * Passes all rows to the consumer, in order. Several threads may read at the same time, each with
   * its own consumer. Memory: at most 64 MiB, usually twice the largest object.
   *
   * @throws SourceFormatException if the file is broken; the rows before that have been passed on
   * @throws IOException if the file cannot be read, or if the consumer throws one
   * @throws InterruptedException if the consumer throws it
   */
  public Rejected read(RowConsumer consumer) throws IOException, InterruptedException {
    JsonText json = json();
    SourceRow row = new SourceRow(rules);
    long rejected = 0;
    Optional<String> first = Optional.empty();
    try (JsonObjects objects = JsonObjects.open(file, MAX_OBJECT_BYTES)) {
      while (objects.next()) {
        row.startAt(objects.row());
        Optional<String> problem = problem(objects, json);
        if (problem.isPresent()) {
          empty(row);
          rejected++;
          first =
              first.or(() -> problem.map(what -> "line %d: %s".formatted(objects.line(), what)));
        } else {
          fill(row, json);
        }
        consumer.accept(row);
      }
    }
    return new Rejected(rejected, first);
  }

  private static void empty(SourceRow row) {
    row.noText();
    row.noScore();
    row.setId(Optional.empty());
    row.noDump();
  }

  private void fill(SourceRow row, JsonText json) {
    if (json.found() == JsonText.Found.TEXT) {
      row.setText(ByteBuffer.wrap(json.buffer(), json.offset(), json.length()));
    } else {
      row.noText();
    }
    OptionalDouble score =
        mapping.score().flatMap(json::value).map(JsonValue::number).orElse(OptionalDouble.empty());
    score.ifPresentOrElse(row::setScore, row::noScore);
    row.setId(bytes(json, mapping.id()));
    bytes(json, mapping.dump()).map(ByteBuffer::wrap).ifPresentOrElse(row::setDump, row::noDump);
  }

  private static Optional<byte[]> bytes(JsonText json, Optional<String> path) {
    return path.flatMap(json::value).map(value -> value.text().getBytes(UTF_8));
  }

  /**
   * The text of a row; empty if it has none. Reads all objects before it.
   *
   * @param number index of the row in the file
   * @throws SourceFormatException if the file is broken before it, or ends there
   * @throws IOException if the file cannot be read
   */
  public Optional<ByteBuffer> text(long number) throws IOException {
    JsonText json = json();
    try (JsonObjects objects = JsonObjects.open(file, MAX_OBJECT_BYTES)) {
      while (objects.row() < number) {
        if (!objects.next()) {
          throw new SourceFormatException(
              file, "ends at line %d, before row %d".formatted(objects.line(), number));
        }
      }
      if (problem(objects, json).isPresent() || json.found() != JsonText.Found.TEXT) {
        return Optional.empty();
      }
      int end = json.offset() + json.length();
      return Optional.of(ByteBuffer.wrap(Arrays.copyOfRange(json.buffer(), json.offset(), end)));
    }
  }
}
