package dev.sluice.neardup;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import dev.sluice.storage.DamagedFileException;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.RecordReader;
import dev.sluice.storage.table.RecordRows;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Evidence as a Parquet file. Any program that reads Parquet can read it. There is one row for each
 * document that was removed, with the kept document that contains it, in the order in which
 * documents were decided. Documents that stayed although a kept one contains nearly enough of them
 * have a row, too, with the rule {@code none}. Not thread-safe.
 */
public final class EvidenceFile implements Closeable {
  /** The columns. A row number counts from 0 in the file of the input. */
  static final TableSchema SCHEMA =
      TableSchema.parse(
          """
          message near_duplicates {
            required binary id (STRING);
            required binary dump (STRING);
            required binary bucket (STRING);
            required binary file (STRING);
            required int64 row;
            required binary kept_id (STRING);
            required binary kept_dump (STRING);
            required binary kept_bucket (STRING);
            required binary kept_file (STRING);
            required int64 kept_row;
            required binary rule (STRING);
            required float containment;
            required float error;
            required float jaccard;
          }\
          """);

  /** The columns whose values repeat. */
  static final Set<String> REPEATED =
      Set.of("dump", "bucket", "file", "kept_dump", "kept_bucket", "kept_file", "rule");

  /**
   * The minimum containment at which a kept document gets a row of evidence for the kept document
   * that contains most of it.
   */
  public static final double LEAST_SHOWN = 0.8;

  /** The footer entry with the groups from which only copies were removed. It is a JSON list. */
  static final String KEPT_GROUPS = "sluice.kept-groups";

  private static final int ORIGIN_COLUMNS = 5;
  private static final int RULE = 2 * ORIGIN_COLUMNS;

  private final Path path;
  private final RecordRows rows;
  private final RecordReader reader = new RecordReader(SCHEMA);

  /**
   * Opens a file whose rows are read in order. Memory: a page of each column.
   *
   * @throws SourceFormatException if the file is damaged, or has other columns
   * @throws IOException if the file cannot be read
   */
  public EvidenceFile(Path path) throws IOException {
    this.path = path;
    TableFile file = TableFile.open(path);
    List<String> expected = SCHEMA.described();
    if (!file.schema().described().equals(expected)) {
      throw new SourceFormatException(
          path, "has the columns %s instead of %s".formatted(file.schema().described(), expected));
    }
    this.rows = file.rows(SCHEMA, new RowBuffers(RecordBuffer.MAX_BYTES));
  }

  /**
   * Reads the next row, or returns empty after the last.
   *
   * @throws SourceFormatException if the file is damaged, or has a value that is not allowed
   */
  public Optional<Match> next() throws IOException {
    if (!rows.next()) {
      return Optional.empty();
    }
    if (rows.problem().isPresent()) {
      throw damaged(rows.problem().get().message());
    }
    try {
      reader.set(rows.buffer(), rows.offset(), rows.length());
    } catch (RuntimeException e) {
      throw damaged("does not match its columns: " + e.getMessage());
    }
    Containment containment =
        new Containment(rule(), share(1, "containment"), share(2, "error"), share(3, "jaccard"));
    return Optional.of(new Match(origin(0), origin(ORIGIN_COLUMNS), containment));
  }

  /** Passes on all rows of a file in order. */
  public static void read(Path path, SignatureFile.Records<Match> into) throws IOException {
    try (EvidenceFile file = new EvidenceFile(path)) {
      for (Optional<Match> row = file.next(); row.isPresent(); row = file.next()) {
        into.accept(row.get());
      }
    }
  }

  /**
   * Returns the groups from which only copies were removed, as explained in {@link GuardDecisions}.
   *
   * @throws SourceFormatException if the file is damaged, or names something else
   */
  public static List<String> keptGroups(Path path) throws IOException {
    return keptGroups(TableFile.open(path));
  }

  private static List<String> keptGroups(TableFile file) throws IOException {
    Optional<String> entry = file.entry(KEPT_GROUPS);
    if (entry.isEmpty()) {
      return List.of();
    }
    try {
      String[] groups = Json.read(entry.get().getBytes(UTF_8), file.file(), String[].class);
      return List.copyOf(GuardDecisions.keeping(List.of(groups)).kept());
    } catch (DamagedFileException | RuntimeException e) {
      throw new SourceFormatException(
          file.file(),
          "the entry %s is not a list of groups: %s".formatted(KEPT_GROUPS, entry.get()));
    }
  }

  /**
   * Returns whether a file exists that has this many rows and these kept groups. Reads only its
   * footer.
   *
   * @param keptGroups in order, each once
   */
  static boolean holds(Path path, long rows, List<String> keptGroups) throws IOException {
    try {
      TableFile file = TableFile.open(path);
      return file.rows() == rows && keptGroups(file).equals(keptGroups);
    } catch (SourceFormatException | NoSuchFileException e) {
      return false;
    }
  }

  private SourceFormatException damaged(String what) {
    return new SourceFormatException(path, "row %d %s".formatted(rows.row(), what));
  }

  private Rule rule() throws IOException {
    String name = text(RULE);
    for (Rule rule : Rule.values()) {
      if (name(rule).equals(name)) {
        return rule;
      }
    }
    throw damaged("has the rule \"%s\": it must be copy, contained or none".formatted(name));
  }

  private double share(int afterRule, String name) throws IOException {
    double value = reader.float32(RULE + afterRule);
    if (value >= 0 && value <= 1) {
      return value;
    }
    throw damaged("has the %s %s: it must be from 0 to 1".formatted(name, value));
  }

  private DocumentOrigin origin(int first) throws IOException {
    long row = reader.int64(first + 4);
    if (row < 0) {
      throw damaged("names the row %d of %s".formatted(row, text(first + 3)));
    }
    return new DocumentOrigin(text(first + 3), row, text(first), text(first + 1), text(first + 2));
  }

  private String text(int column) {
    return new String(
        reader.bytes(), reader.valueOffset(column), reader.valueLength(column), UTF_8);
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }

  private static String name(Rule rule) {
    return rule.name().toLowerCase(Locale.ROOT);
  }

  /** Encodes a row. */
  static void encode(Match match, RecordBuffer into) {
    into.clear();
    encode(match.document(), into);
    encode(match.kept(), into);
    Containment containment = match.containment();
    text(name(containment.rule()), into);
    number(containment.share(), into);
    number(containment.error(), into);
    number(containment.similarity(), into);
  }

  private static void encode(DocumentOrigin origin, RecordBuffer into) {
    text(origin.id(), into);
    text(origin.dump(), into);
    text(origin.bucket(), into);
    text(origin.file(), into);
    into.int64(origin.row());
  }

  private static void text(String text, RecordBuffer into) {
    byte[] utf8 = text.getBytes(UTF_8);
    into.variable(utf8, 0, utf8.length);
  }

  private static void number(double value, RecordBuffer into) {
    into.int32(Float.floatToIntBits((float) value));
  }
}
