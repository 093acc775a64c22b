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
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads the schemas of at most {@value #FILES} files and about {@value #ROWS} rows of them. Row
 * groups are evenly spread over each file, the first one among them: where files number their rows,
 * only rows of the same place have the same numbers. Files that are broken are quarantined. Memory:
 * less than a KiB for each value that is read, and a row.
 */
final class InputSampler {
  /** Files whose schemas and rows are read. */
  static final int FILES = 100;

  /** Rows, about. */
  static final int ROWS = 10_000;

  /** Row groups, about. */
  private static final int PIECES = 100;

  /** Rows of JSON are not known before they are read. */
  private static final long BYTES_OF_A_LINE = 2_000;

  /** Bytes of rows, about. */
  private static final long BYTES = 64L << 20;

  /** A larger row is passed over. */
  private static final int ROW_BYTES = 32 << 20;

  /** Columns of Parquet whose values are read. */
  private static final int COLUMNS = 100;

  /** Fields of objects that are nested deeper are no columns. */
  private static final int DEPTH = 8;

  /**
   * A field of a structure in a list, by any of the names that writers give to the inner levels.
   */
  private static final Pattern IN_LIST =
      Pattern.compile(
          "(.+?)\\.(?:list\\.(?:element|item|array|array_element)|bag\\.array_element|array)"
              + "(?:\\.([^.]+))?");

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

  /**
   * A file with rows.
   *
   * @param rows number of rows; of JSON, about
   * @param groups indexes of row groups that have rows; of JSON, a single one
   */
  private record Part(TextFile file, long rows, List<Integer> groups) {
    /** Row groups as the share of the file in all rows demands, and at least one. */
    Stream<Piece> pieces(double allRows) {
      double share = rows / allRows;
      List<Integer> chosen = spread(groups, (int) Math.ceil(PIECES * share));
      int each = (int) Math.ceil(ROWS * share / chosen.size());
      return chosen.stream().map(group -> new Piece(file, group, each));
    }
  }

  /** The first rows of a row group, or of a file of JSON: at most so many. */
  private record Piece(TextFile file, int group, int rows) {}

  private InputSampler(List<TextFile> files, JobProgress progress) {
    this.progress = progress;
    this.sample = new InputSample(files);
  }

  /**
   * Reads schemas and rows.
   *
   * @param named a column whose values are read in any case
   * @throws IOException if a file cannot be read for another reason than its content
   */
  static InputSample read(List<TextFile> files, Optional<String> named, JobProgress progress)
      throws IOException, InterruptedException {
    progress.plan(List.of(SCHEMAS, READING));
    InputSampler sampler = new InputSampler(files, progress);
    sampler.each(SCHEMAS, spread(files, FILES), file -> file, sampler::look);
    sampler.choose(named);
    double all = sampler.parts.stream().mapToLong(Part::rows).sum();
    List<Piece> pieces = sampler.parts.stream().flatMap(part -> part.pieces(all)).toList();
    long bytes = BYTES / Math.max(1, pieces.size());
    sampler.each(READING, pieces, Piece::file, piece -> sampler.read(piece, bytes));
    return sampler.sample;
  }

  /** At most so many of some things, evenly spread, the first among them. */
  private static <T> List<T> spread(List<T> all, int most) {
    return IntStream.range(0, Math.min(most, all.size()))
        .mapToObj(i -> all.get((int) ((long) i * all.size() / Math.min(most, all.size()))))
        .toList();
  }

  /** Reads something of a file. */
  @FunctionalInterface
  private interface Reading<T> {
    void read(T of) throws IOException;
  }

  private <T> void each(JobPhase phase, List<T> all, Function<T, TextFile> file, Reading<T> reading)
      throws IOException, InterruptedException {
    for (int i = 0; i < all.size(); i++) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      try {
        reading.read(all.get(i));
      } catch (SourceFormatException e) {
        sample.quarantine(file.apply(all.get(i)), e);
      }
      progress.reached(JobPosition.of(phase, i + 1L, all.size()));
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
    RecordField.all(table.schema()).forEach(this::declare);
    sample.addTable(file);
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
    sample.declare(path, kind(field));
    if (field.isEmpty()) {
      Matcher inList = IN_LIST.matcher(path);
      if (!inList.matches()) {
        sample.addList(path.replaceFirst("\\..*", ""));
      } else if (inList.group(2) == null) {
        sample.addList(inList.group(1));
      } else {
        sample.addInList(inList.group(1), inList.group(2));
      }
    }
  }

  /** Empty if the file says that all values are null. */
  private static Optional<Column.Kind> kind(Optional<RecordField> field) {
    if (field.isEmpty()) {
      return Optional.of(Column.Kind.LIST);
    }
    return field.get().isNothing() ? Optional.empty() : Optional.of(Column.Kind.of(field.get()));
  }

  /** The named column, then those with telling names, then all others. */
  private void choose(Optional<String> named) {
    sample.declared().stream()
        .filter(Column::isUseful)
        .sorted(
            Comparator.<Column, Boolean>comparing(
                    column -> !named.equals(Optional.of(column.path())))
                .thenComparing(column -> !ColumnRole.anySuits(column.path())))
        .limit(COLUMNS)
        .forEach(sample::choose);
  }

  /** Reads a piece; if the file is broken there, the rows before are in the sample. */
  private void read(Piece piece, long bytes) throws IOException {
    if (piece.file().format() == TextFormat.PARQUET) {
      readTable(piece, bytes);
    } else {
      readLines(piece, bytes);
    }
  }

  private void readTable(Piece piece, long most) throws IOException {
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
      int read = 0;
      while (read < piece.rows() && bytes < most && rows.next()) {
        read++;
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
    OptionalDouble number = field.isText() ? OptionalDouble.empty() : field.number(record);
    if (field.isText()) {
      column.addText(
          sample.next(), record.bytes(), record.valueOffset(leaf), record.valueLength(leaf));
    } else if (number.isPresent()) {
      String digits = field.text(record).orElse("");
      column.addNumber(sample.next(), number.getAsDouble(), Column.Kind.of(field), digits);
    } else {
      column.addOther(Column.Kind.OTHER);
    }
  }

  private void readLines(Piece piece, long most) throws IOException {
    try (JsonObjects objects =
        JsonObjects.open(piece.file().path(), ROW_BYTES, IoRetry.THREE_TIMES)) {
      long bytes = 0;
      long lines = 0;
      boolean more = objects.next();
      while (more && lines < piece.rows() && bytes < most) {
        lines++;
        if (objects.problem().isEmpty()) {
          bytes += objects.length();
          object(objects).ifPresent(this::add);
        }
        more = objects.next();
      }
      sample.count(lines, more ? objects.bytesRead() : piece.file().bytes());
    }
  }

  /** Empty if there is no object: commands that read the rows reject it and say why. */
  private static Optional<JsonNode> object(JsonObjects objects) {
    try {
      JsonNode root = MAPPER.readTree(objects.buffer(), objects.offset(), objects.length());
      return Optional.ofNullable(root).filter(JsonNode::isObject);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void add(JsonNode object) {
    add("", object, 1);
    sample.endRow();
  }

  private void add(String prefix, JsonNode object, int depth) {
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      String path = prefix + field.getKey();
      JsonNode value = field.getValue();
      if (value.isObject() && depth < DEPTH) {
        add(path + ".", value, depth + 1);
      } else if (ColumnRole.isNameable(path)) {
        sample.column(path).ifPresent(column -> add(column, value));
        if (value.isArray()) {
          sample.addList(path);
        }
        for (Map.Entry<String, JsonNode> inner : value.path(0).properties()) {
          if (inner.getValue().isTextual()) {
            sample.addInList(path, inner.getKey());
          }
        }
      }
    }
  }

  private void add(Column column, JsonNode value) {
    if (value.isTextual()) {
      byte[] text = value.textValue().getBytes(UTF_8);
      column.addText(sample.next(), text, 0, text.length);
    } else if (value.isNumber()) {
      Column.Kind kind = value.isIntegralNumber() ? Column.Kind.WHOLE : Column.Kind.FRACTION;
      column.addNumber(sample.next(), value.doubleValue(), kind, value.asText());
    } else if (!value.isNull()) {
      column.addOther(value.isArray() ? Column.Kind.LIST : Column.Kind.OTHER);
    }
  }
}
