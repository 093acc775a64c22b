package dev.sluice.jobs.generate;

import dev.sluice.jobs.generate.GenerationPlan.PlannedFile;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.write.PageCompressor;
import dev.sluice.storage.write.ShardCompression;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter.Mode;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Passes the fields of a document to Parquet, column by column, and derives the missing ones. */
final class SyntheticWriteSupport extends WriteSupport<SyntheticDocument> {
  /** The footer key that marks a file as synthetic. */
  static final String SYNTHETIC_KEY = "sluice.synthetic";

  private static final String DATE = "optional binary date (STRING);";

  /** The columns of FineWeb-Edu, all optional, as there. */
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

  /** As in FineWeb-Edu's files. */
  private static final int ROWS_PER_ROW_GROUP = 1000;

  /** Average number of bytes of English text for a token, from FineWeb-Edu's counts. */
  private static final double BYTES_PER_TOKEN = 4.4;

  private static final int YEAR_BEGIN = "CC-MAIN-".length();
  private static final int YEAR_END = YEAR_BEGIN + "2013".length();

  private final PlannedFile file;
  private final MessageType schema;
  private RecordConsumer consumer;

  SyntheticWriteSupport(PlannedFile file) {
    this.file = file;
    this.schema =
        MessageTypeParser.parseMessageType(SCHEMA.replace(DATE, file.dated() ? DATE : ""));
  }

  @Override
  public String getName() {
    return "sluice";
  }

  @Override
  public WriteContext init(ParquetConfiguration configuration) {
    return new WriteContext(schema, Map.of(SYNTHETIC_KEY, "true"));
  }

  @Override
  @Deprecated
  public WriteContext init(Configuration configuration) {
    throw new UnsupportedOperationException("only ever asked with a ParquetConfiguration");
  }

  @Override
  public void prepareForWrite(RecordConsumer recordConsumer) {
    this.consumer = recordConsumer;
  }

  @Override
  public void write(SyntheticDocument document) {
    consumer.startMessage();
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
    consumer.endMessage();
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

  /** A time in the year of the dump. */
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

  /** Writes a file of a plan: rows come from outside. */
  static final class Builder extends ParquetWriter.Builder<SyntheticDocument, Builder> {
    private final PlannedFile file;

    Builder(PlannedFile file, Path path) {
      super((OutputFile) new LocalOutputFile(path));
      this.file = file;
      withConf(new PlainParquetConfiguration());
      withWriteMode(Mode.OVERWRITE);
      withCodecFactory(new PageCompressor(ShardCompression.ZSTD, TableFormat.LEVEL));
      withCompressionCodec(CompressionCodecName.ZSTD);
      withRowGroupRowCountLimit(ROWS_PER_ROW_GROUP);
      withDictionaryEncoding("text", false);
      withDictionaryEncoding("id", false);
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<SyntheticDocument> getWriteSupport(ParquetConfiguration conf) {
      return new SyntheticWriteSupport(file);
    }

    @Override
    @Deprecated
    protected WriteSupport<SyntheticDocument> getWriteSupport(Configuration conf) {
      return new SyntheticWriteSupport(file);
    }
  }
}
