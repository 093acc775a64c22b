package dev.sluice.neardup;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.RecordReader;
import dev.sluice.storage.table.RecordRows;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Evidence as a Parquet file, so that any program can look at it. There is one row for each
 * document that was removed, with the kept document because of which it was, in the order in which
 * documents were decided. Documents that stayed although a kept one contains nearly enough of them
 * have a row, too, with the rule {@code none}.
 */
public final class EvidenceFile {
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

  /** The columns whose values come again and again. */
  static final Set<String> REPEATED =
      Set.of("dump", "bucket", "file", "kept_dump", "kept_bucket", "kept_file", "rule");

  /** A document that stays is shown if its closest candidate contains at least this share of it. */
  public static final double LEAST_SHOWN = 0.8;

  /** The footer entry with the groups of which only copies were removed, one a line. */
  static final String KEPT_GROUPS = "sluice.kept-groups";

  private static final int ORIGIN_COLUMNS = 5;
  private static final int RULE = 2 * ORIGIN_COLUMNS;

  private EvidenceFile() {}

  /**
   * Passes on all rows in their order. Memory: a page of each column.
   *
   * @throws SourceFormatException if the file is damaged, or has other columns
   * @throws IOException if the file cannot be read
   */
  public static void read(Path path, SignatureFile.Records<Match> into) throws IOException {
    TableFile file = TableFile.open(path);
    List<String> expected = SCHEMA.described();
    if (!file.schema().described().equals(expected)) {
      throw new SourceFormatException(
          path, "has the columns %s, not %s".formatted(file.schema().described(), expected));
    }
    RecordReader reader = new RecordReader(SCHEMA);
    try (RecordRows rows = file.rows(SCHEMA, new RowBuffers(RecordBuffer.MAX_BYTES))) {
      while (rows.next()) {
        reader.set(rows.buffer(), rows.offset(), rows.length());
        into.accept(match(reader, path, rows.row()));
      }
    }
  }

  /** Returns the groups of which only copies were removed, as in {@link GuardDecisions}. */
  public static List<String> keptGroups(Path path) throws IOException {
    return TableFile.open(path).entry(KEPT_GROUPS).stream().flatMap(String::lines).toList();
  }

  private static Match match(RecordReader reader, Path path, long row) throws IOException {
    Containment containment =
        new Containment(
            rule(text(reader, RULE), path, row),
            reader.float32(RULE + 1),
            reader.float32(RULE + 2),
            reader.float32(RULE + 3));
    return new Match(origin(reader, 0), origin(reader, ORIGIN_COLUMNS), containment);
  }

  private static Rule rule(String name, Path path, long row) throws IOException {
    for (Rule rule : Rule.values()) {
      if (name(rule).equals(name)) {
        return rule;
      }
    }
    throw new SourceFormatException(
        path,
        "row %d has the rule \"%s\": it must be copy, contained or none".formatted(row, name));
  }

  private static String name(Rule rule) {
    return rule.name().toLowerCase(Locale.ROOT);
  }

  private static DocumentOrigin origin(RecordReader reader, int first) {
    return new DocumentOrigin(
        text(reader, first + 3),
        reader.int64(first + 4),
        text(reader, first),
        text(reader, first + 1),
        text(reader, first + 2));
  }

  private static String text(RecordReader reader, int column) {
    return new String(
        reader.bytes(), reader.valueOffset(column), reader.valueLength(column), UTF_8);
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
