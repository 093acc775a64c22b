package dev.sluice.jobs.generate;

import dev.sluice.jobs.generate.GenerationPlan.PlannedFile;
import dev.sluice.jobs.generate.SyntheticDocuments.SyntheticDocument;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Writes documents to Parquet, and derives the columns that a document does not hold. Not
 * thread-safe.
 */
final class SyntheticColumns {
  /** The footer key that marks a file as synthetic. */
  static final String SYNTHETIC_KEY = "sluice.synthetic";

  private static final String DATE = "optional binary date (STRING);";

  /** The columns of FineWeb-Edu, all optional as in FineWeb-Edu. */
  private static final String SCHEMA =
      """
      message schema {
        optional binary text (STRING);
        optional binary id (STRING);
        optional binary dump (STRING);
        optional binary url (STRING);
        optional binary date (STRING);
        optional binary file_path (STRING);
        optional binary language (STRING);
        optional double language_score;
        optional int64 token_count;
        optional double score;
        optional int64 int_score;
      }
      """;

  /** Rows in a row group, as in FineWeb-Edu's files. */
  private static final int ROWS_PER_ROW_GROUP = 1000;

  /** Average number of bytes of English text per token, from FineWeb-Edu's counts. */
  private static final double BYTES_PER_TOKEN = 4.4;

  private static final int YEAR_BEGIN = "CC-MAIN-".length();
  private static final int YEAR_END = YEAR_BEGIN + "2013".length();

  private final PlannedFile file;
  private final MessageType schema;
  private RecordConsumer consumer;

  private SyntheticColumns(PlannedFile file) {
    this.file = file;
    this.schema =
        MessageTypeParser.parseMessageType(SCHEMA.replace(DATE, file.dated() ? DATE : ""));
  }

  /** Opens a writer for a planned file. */
  static ParquetWriter<SyntheticDocument> create(PlannedFile file, Path path) throws IOException {
    SyntheticColumns columns = new SyntheticColumns(file);
    return new ParquetRows<SyntheticDocument>(
            path, columns.schema, Map.of(SYNTHETIC_KEY, "true"), columns::write)
        .withRowGroupRowCountLimit(ROWS_PER_ROW_GROUP)
        .withDictionaryEncoding("text", false)
        .withDictionaryEncoding("id", false)
        .build();
  }

  private void write(SyntheticDocument document, RecordConsumer to) {
    consumer = to;
    document.text().ifPresent(text -> string("text", text));
    document.id().ifPresent(id -> string("id", id));
    document.dump().ifPresent(dump -> string("dump", Binary.fromString(dump)));
    string("url", Binary.fromString(url(document)));
    if (file.dated()) {
      string("date", Binary.fromString(date(document)));
    }
    string("file_path", Binary.fromString(filePath(document)));
    string("language", Binary.fromString("en"));
    number("language_score", document.languageScore());
    integer("token_count", tokens(document));
    document.score().ifPresent(this::scores);
  }

  private void scores(double score) {
    number("score", score);
    integer("int_score", Math.round(score));
  }

  private static long tokens(SyntheticDocument document) {
    int bytes = document.text().map(Binary::length).orElse(0);
    return Math.max(1, (long) (bytes / BYTES_PER_TOKEN));
  }

  private static String url(SyntheticDocument document) {
    int page = document.page();
    return "https://site-" + page % 5003 + ".example.invalid/" + page % 97 + "/" + page + ".html";
  }

  /** Returns a time in the year of the dump. */
  private String date(SyntheticDocument document) {
    int page = document.page();
    return String.format(
        Locale.ROOT,
        "%s-%02d-%02dT%02d:%02d:%02dZ",
        file.dump().substring(YEAR_BEGIN, YEAR_END),
        1 + page % 12,
        1 + page % 28,
        page % 24,
        page % 59,
        page % 53);
  }

  private String filePath(SyntheticDocument document) {
    int page = document.page();
    return String.format(
        Locale.ROOT,
        "synthetic://crawl-data/%s/segments/%d.%d/warc/%s-%05d.warc.gz",
        file.dump(),
        1_300_000_000L + page % 1009,
        page % 100,
        file.dump(),
        page % 90_000);
  }

  private void string(String column, Binary value) {
    field(column, () -> consumer.addBinary(value));
  }

  private void number(String column, double value) {
    field(column, () -> consumer.addDouble(value));
  }

  private void integer(String column, long value) {
    field(column, () -> consumer.addLong(value));
  }

  private void field(String column, Runnable value) {
    int index = schema.getFieldIndex(column);
    consumer.startField(column, index);
    value.run();
    consumer.endField(column, index);
  }
}
