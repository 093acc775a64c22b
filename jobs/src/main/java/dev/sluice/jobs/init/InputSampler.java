package dev.sluice.jobs.init;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.json.RecordField;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.table.RecordReader;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads the schemas of at most {@value #FILES} files and about {@value #ROWS} of their rows. The
 * sampled row groups are evenly spread over each file and always include the first one. If each
 * file numbers its rows from the start, only rows at the same place in different files have equal
 * numbers. Broken files are quarantined. Memory: less than 1 KiB for each value that is read, and
 * one row.
 */
final class InputSampler {
  /** The maximum number of files whose schemas and rows are read. */
  static final int FILES = 100;

  /** The approximate number of rows that are read. */
  static final int ROWS = 10_000;

  /** Approximate number of row groups that are read. */
  private static final int PIECES = 100;

  /**
   * Assumed size of a row of JSON, since the number of rows is not known until all rows are read.
   */
  private static final long BYTES_OF_A_LINE = 2_000;

  /** Approximate size of the rows that are read. */
  private static final long BYTES = 64L << 20;

  /** Maximum size of a row; larger rows are skipped. */
  private static final int ROW_BYTES = 32 << 20;

  /** Maximum number of Parquet columns whose values are read. */
  private static final int COLUMNS = 100;

  /** Maximum nesting of objects; deeper fields are not columns. */
  private static final int DEPTH = 8;

  /** The part of a Parquet path between a list and the fields of its elements. */
  private static final String IN_LIST = ".list.";

  private static final JobPhase SCHEMAS = JobPhase.ofItems("reading schemas");
  private static final JobPhase READING = JobPhase.ofItems("reading rows");
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxStringLength(ROW_BYTES).build())
              .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
              .build());

  private final JobProgress progress;
  private final InputSample sample;
  private final List<Part> parts = new ArrayList<>();
  private final RowBuffers buffers = new RowBuffers(ROW_BYTES);
  private long pieceBytes;

  /**
   * A file with rows.
   *
   * @param rows number of rows; approximate for JSON
   * @param groups indexes of the row groups that have rows; a single index for JSON
   */
  private record Part(TextFile file, long rows, List<Integer> groups) {
    /** Chooses at least one row group, in proportion to the file's share of all rows. */
    Stream<Piece> pieces(double allRows) {
      double share = rows / allRows;
      List<Integer> chosen = spread(groups, (int) Math.ceil(PIECES * share));
      int each = (int) Math.ceil(ROWS * share / chosen.size());
      return chosen.stream().map(group -> new Piece(file, group, each));
    }
  }

  /** The first {@code rows} rows, or all if there are fewer, of a row group or a JSON file. */
  private record Piece(TextFile file, int group, int rows) {}

  /** Reads a piece. */
  @FunctionalInterface
  private interface Reading {
    void read(Piece piece) throws IOException;
  }

  private InputSampler(List<TextFile> files, JobProgress progress) {
    this.progress = progress;
    this.sample = new InputSample(files);
  }

  /**
   * Reads schemas and rows.
   *
   * @param named a column whose values are always read
   * @throws IOException if a file cannot be read for a reason other than its content
   */
  static InputSample read(List<TextFile> files, Optional<String> named, JobProgress progress)
      throws IOException, InterruptedException {
    progress.plan(List.of(SCHEMAS, READING));
    InputSampler sampler = new InputSampler(files, progress);
    List<Piece> schemas = spread(files, FILES).stream().map(file -> new Piece(file, 0, 0)).toList();
    sampler.each(SCHEMAS, schemas, piece -> sampler.look(piece.file()));
    sampler.choose(named);
    double all = sampler.parts.stream().mapToLong(Part::rows).sum();
    List<Piece> pieces = sampler.parts.stream().flatMap(part -> part.pieces(all)).toList();
    sampler.pieceBytes = BYTES / Math.max(1, pieces.size());
    sampler.each(READING, pieces, sampler::read);
    return sampler.sample;
  }

  /** Chooses at most this many elements, evenly spread, starting with the first. */
  private static <T> List<T> spread(List<T> all, int most) {
    return IntStream.range(0, Math.min(most, all.size()))
        .mapToObj(i -> all.get((int) ((long) i * all.size() / Math.min(most, all.size()))))
        .toList();
  }

  private void each(JobPhase phase, List<Piece> pieces, Reading reading)
      throws IOException, InterruptedException {
    for (int i = 0; i < pieces.size(); i++) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      try {
        reading.read(pieces.get(i));
      } catch (SourceFormatException e) {
        sample.quarantine(pieces.get(i).file(), e);
      }
      progress.reached(JobPosition.of(phase, i + 1L, pieces.size()));
    }
  }

  private void look(TextFile file) throws IOException {
    if (file.format() != TextFormat.PARQUET) {
      SourcePath.requireFile(file.path());
      if (file.bytes() > 0) {
        parts.add(new Part(file, file.bytes() / BYTES_OF_A_LINE + 1, List.of(0)));
      }
      return;
    }
    TableFile table = TableFile.open(file.path());
    Map<String, Optional<RecordField>> fields = RecordField.all(table.schema());
    fields.forEach(this::declare);
    sample.addTable(file, fields.keySet());
    sample.count(table.rows(), file.bytes());
    List<Integer> groups =
        IntStream.range(0, table.rowGroups())
            .filter(group -> table.rows(group) > 0)
            .boxed()
            .toList();
    if (!groups.isEmpty()) {
      parts.add(new Part(file, table.rows(), groups));
    }
  }

  private void declare(String path, Optional<RecordField> field) {
    Column column = sample.declare(path);
    if (field.isEmpty()) {
      column.declare(Column.Kind.OTHER);
      int list = path.indexOf(path.contains(IN_LIST) ? IN_LIST : ".");
      sample.addList(
          list < 0 ? path : path.substring(0, list), path.substring(path.lastIndexOf('.') + 1));
    } else if (!field.get().isNothing()) {
      column.declare(Column.Kind.of(field.get()));
    }
  }

  /**
   * Chooses columns to read: the requested score, then columns whose names suit a role, then all
   * others.
   */
  private void choose(Optional<String> named) {
    sample.declared().stream()
        .filter(Column::isUseful)
        .sorted(
            Comparator.<Column, Boolean>comparing(
                    column -> !named.equals(Optional.of(column.path())))
                .thenComparing(column -> !GuessedRole.anySuits(column.path())))
        .limit(COLUMNS)
        .forEach(sample::choose);
  }

  /** Reads a piece. If the piece is broken, the sample contains the rows before the break. */
  private void read(Piece piece) throws IOException {
    if (piece.file().format() == TextFormat.PARQUET) {
      readTable(piece);
    } else {
      readLines(piece);
    }
  }

  private void readTable(Piece piece) throws IOException {
    TableFile table = TableFile.open(piece.file().path());
    TableSchema schema =
        table
            .schema()
            .only(sample.columns().stream().map(Column::path).collect(Collectors.toSet()));
    if (schema.columns() == 0) {
      return;
    }
    Map<Column, RecordField> fields = new LinkedHashMap<>();
    RecordField.all(schema)
        .forEach(
            (path, field) ->
                field.ifPresent(
                    each -> sample.column(path).ifPresent(column -> fields.put(column, each))));
    RecordReader record = new RecordReader(schema);
    try (RowSource rows = table.rows(piece.group(), schema, buffers)) {
      long bytes = 0;
      for (int read = 0; read < piece.rows() && bytes < pieceBytes && rows.next(); read++) {
        if (rows.problem().isEmpty()) {
          record.set(rows.buffer(), rows.offset(), rows.length());
          bytes += rows.length();
          fields.forEach((column, field) -> add(column, field, record));
          sample.endRow();
        }
      }
    }
  }

  private void add(Column column, RecordField field, RecordReader record) {
    int leaf = field.leaf();
    if (!record.isPresent(leaf)) {
      return;
    }
    if (field.isText()) {
      column.addText(
          sample.rows(), record.bytes(), record.valueOffset(leaf), record.valueLength(leaf));
    } else {
      double number = field.number(record).orElse(Double.NaN);
      String digits = field.text(record).orElse("");
      column.addNumber(sample.rows(), number, Column.Kind.of(field), digits);
    }
  }

  private void readLines(Piece piece) throws IOException {
    try (JsonObjects objects =
        JsonObjects.open(piece.file().path(), ROW_BYTES, IoRetry.THREE_TIMES)) {
      long bytes = 0;
      long lines = 0;
      boolean more = objects.next();
      while (more && lines < piece.rows() && bytes < pieceBytes) {
        lines++;
        if (objects.problem().isEmpty()) {
          bytes += objects.length();
          add(objects);
        }
        more = objects.next();
      }
      sample.count(lines, more ? objects.bytesRead() : piece.file().bytes());
    }
  }

  /**
   * Adds a row, unless it is not an object. Commands that process the rows reject such a row and
   * report the reason.
   */
  private void add(JsonObjects objects) {
    try {
      JsonNode row = MAPPER.readTree(objects.buffer(), objects.offset(), objects.length());
      if (row != null && row.isObject()) {
        add("", row, 1);
        sample.endRow();
      }
    } catch (IOException e) {
      // not an object
    }
  }

  private void add(String prefix, JsonNode object, int depth) {
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      String path = prefix + field.getKey();
      JsonNode value = field.getValue();
      if (value.isObject() && depth < DEPTH) {
        add(path + ".", value, depth + 1);
      } else if (GuessedRole.isNameable(path)) {
        sample.column(path).ifPresent(column -> add(column, value));
        if (value.isArray()) {
          sample.addList(path, "");
        }
        for (Map.Entry<String, JsonNode> inner : value.path(0).properties()) {
          if (inner.getValue().isTextual()) {
            sample.addList(path, inner.getKey());
          }
        }
      }
    }
  }

  private void add(Column column, JsonNode value) {
    if (value.isTextual()) {
      byte[] text = value.textValue().getBytes(UTF_8);
      column.addText(sample.rows(), text, 0, text.length);
    } else if (value.isNumber()) {
      Column.Kind kind = value.isIntegralNumber() ? Column.Kind.INTEGER : Column.Kind.FRACTION;
      column.addNumber(sample.rows(), value.doubleValue(), kind, value.asText());
    } else if (!value.isNull()) {
      column.declare(Column.Kind.OTHER);
    }
  }
}
