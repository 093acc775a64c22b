package dev.sluice.jobs.survey;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.storage.json.RecordField;
import dev.sluice.storage.table.RecordReader;
import dev.sluice.storage.table.TableSchema;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Finds languages, addresses and numbers of tokens in carried columns. Not thread-safe. */
final class CarriedFields {
  private static final List<String> LANGUAGES = List.of("language", "lang");
  private static final List<String> ADDRESSES = List.of("url");
  private static final List<String> TOKENS = List.of("token_count");

  private final RecordReader record;
  private final Optional<RecordField> language;
  private final Optional<RecordField> url;
  private final Optional<RecordField> tokens;

  private CarriedFields(TableSchema schema) {
    this.record = new RecordReader(schema);
    this.language = field(schema, LANGUAGES, RecordField::isText);
    this.url = field(schema, ADDRESSES, RecordField::isText);
    this.tokens = field(schema, TOKENS, RecordField::isNumber);
  }

  /** Those of these columns that matter here; empty if there are none. */
  static Optional<TableSchema> wanted(Optional<TableSchema> carried) {
    Set<String> names = new HashSet<>(LANGUAGES);
    names.addAll(ADDRESSES);
    names.addAll(TOKENS);
    return carried.map(schema -> schema.only(names)).filter(schema -> schema.columns() > 0);
  }

  static Optional<CarriedFields> of(Optional<TableSchema> wanted) {
    return wanted.map(CarriedFields::new);
  }

  private static Optional<RecordField> field(
      TableSchema schema, List<String> names, Predicate<RecordField> usable) {
    return names.stream()
        .flatMap(name -> RecordField.of(schema, name).stream())
        .filter(usable)
        .findFirst();
  }

  /** Adds what a record has of them. */
  void addTo(ShardValues values, ByteBuffer columns) {
    record.set(columns.array(), columns.arrayOffset() + columns.position(), columns.remaining());
    language.flatMap(this::text).ifPresent(values.languages()::add);
    url.flatMap(this::text).flatMap(UrlHost::of).ifPresent(values.domains()::add);
    tokens.ifPresent(field -> field.number(record).ifPresent(values.tokens()::add));
  }

  private Optional<String> text(RecordField field) {
    int leaf = field.leaf();
    return record.isPresent(leaf)
        ? Optional.of(
            new String(record.bytes(), record.valueOffset(leaf), record.valueLength(leaf), UTF_8))
        : Optional.empty();
  }
}
