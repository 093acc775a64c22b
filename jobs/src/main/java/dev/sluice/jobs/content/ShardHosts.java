package dev.sluice.jobs.content;

import dev.sluice.algorithms.words.CountedWordReader;
import dev.sluice.algorithms.words.CountedWordWriter;
import dev.sluice.algorithms.words.WordCounter;
import dev.sluice.core.UrlForm;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.PackedFile;
import dev.sluice.jobs.validate.output.SealedOutput;
import dev.sluice.jobs.validate.output.SealedOutput.SealedShard;
import dev.sluice.storage.json.RecordField;
import dev.sluice.storage.output.ContentFiles;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.SourceRow;
import dev.sluice.storage.table.RecordReader;
import dev.sluice.storage.table.TableSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Counts the documents of shards by host, language and dump. The counts of each shard are kept in a
 * file that is named after the hash of the shard, so a shard is read only once. The files are a
 * cache: a file that is missing or damaged is made again. Thread-safe.
 */
final class ShardHosts {
  static final String NO_URL = "(no URL)";
  static final String INVALID_URL = "(invalid URL)";
  static final String ADDRESS = "(IP address)";
  static final String NO_LANGUAGE = "(no language)";

  private static final String URL = "url";
  private static final String LANGUAGE = "language";
  private static final String TOKENS = "token_count";
  private static final int LEVEL = 3;

  private final SealedOutput output;
  private final Path directory;
  private final Path work;
  private final long memoryBytes;
  private final boolean readsDump;
  private final TableSchema schema;
  private final RecordField url;
  private final Optional<RecordField> language;
  private final Optional<RecordField> tokens;

  /**
   * @param directory the directory of the files, which may be in an object store
   * @param work an existing local directory for temporary files
   * @param memoryBytes maximum memory for counting the documents of a shard
   * @throws JobRefusedException if the shards lack a column
   */
  ShardHosts(SealedOutput output, Path directory, Path work, long memoryBytes) {
    this.output = output;
    this.directory = directory;
    this.work = work;
    this.memoryBytes = memoryBytes;
    this.readsDump = !output.content().byDump() && output.content().has(ColumnRole.DUMP);
    Optional<TableSchema> carried = output.content().carried();
    this.schema =
        carried
            .map(all -> all.only(Set.of(URL, LANGUAGE, TOKENS)))
            .filter(some -> RecordField.of(some, URL).filter(RecordField::isText).isPresent())
            .filter(some -> output.content().has(ColumnRole.TEXT))
            .orElseThrow(() -> lacking(output));
    this.url = RecordField.of(schema, URL).orElseThrow();
    this.language = field(LANGUAGE, RecordField::isText);
    this.tokens = field(TOKENS, RecordField::isInteger);
  }

  private static JobRefusedException lacking(SealedOutput output) {
    return new JobRefusedException(
        "%s: the shards have the columns %s, but domains need text and a string column url: make an output whose output.columns names both"
            .formatted(output.root(), output.content().columns()));
  }

  private Optional<RecordField> field(String name, Predicate<RecordField> type) {
    return RecordField.of(schema, name).filter(type);
  }

  /** Returns the directory of the files. */
  Path directory() {
    return directory;
  }

  /** Returns whether the shards have languages. */
  boolean hasLanguages() {
    return language.isPresent();
  }

  /** Returns whether the shards have numbers of tokens. */
  boolean hasTokens() {
    return tokens.isPresent();
  }

  /** Deletes the files of shards that the output does not have any more. */
  void deleteOthers() throws IOException {
    ContentFiles.deleteOthers(
        directory, output.shards().stream().map(shard -> shard.file().sha256()).toList());
  }

  /**
   * Adds the counts of a shard to a counter, by registrable domain instead of host. Reads the
   * shard's file, and makes it first if necessary.
   *
   * @throws SourceFormatException if the shard is broken
   */
  void add(SealedShard shard, WordCounter sum) throws IOException, InterruptedException {
    ContentWords names =
        new ContentWords(
            (group, name, amounts) -> {
              ContentWords.count(
                  sum, group, group == Group.DOMAIN ? RegistrableDomains.of(name) : name, amounts);
              if (group == Group.LANGUAGE && output.content().byDump()) {
                ContentWords.count(sum, Group.DUMP, shard.dump(), amounts);
              }
            });
    try (CountedWordReader words = new CountedWordReader(open(shard))) {
      while (words.next()) {
        names.add(words.bytes(), words.offset(), words.length(), words.count());
      }
      names.finish();
    }
  }

  private InputStream open(SealedShard shard) throws IOException, InterruptedException {
    Path file = ContentFiles.of(directory, shard.file().sha256());
    try {
      if (Files.size(file) > 0) {
        return PackedFile.open(file);
      }
    } catch (IOException e) {
      // It is missing or damaged. If the disk is at fault, making the file fails, too.
    }
    make(shard, file);
    return PackedFile.open(file);
  }

  private void make(SealedShard shard, Path file) throws IOException, InterruptedException {
    Publication publication = new Publication(work);
    Path temporary = publication.temporaryName(shard.file().sha256());
    try (WordCounter words = new WordCounter(memoryBytes, work)) {
      count(shard, words);
      try (CountedWordWriter out = new CountedWordWriter(PackedFile.create(temporary, LEVEL))) {
        WordCounter.visit(
            List.of(words),
            (bytes, offset, length, count) -> write(out, bytes, offset, length, count));
      }
    }
    publication.replace(temporary, file);
  }

  private static void write(
      CountedWordWriter out, byte[] bytes, int offset, int length, long count) {
    try {
      out.write(bytes, offset, length, count);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void count(SealedShard shard, WordCounter words)
      throws IOException, InterruptedException {
    List<ColumnRole> roles = new ArrayList<>(List.of(ColumnRole.TEXT));
    if (readsDump) {
      roles.add(ColumnRole.DUMP);
    }
    ColumnMapping columns = ColumnMapping.ofShard(roles).carrying(Optional.of(schema));
    RecordReader record = new RecordReader(schema);
    ParquetSource.open(output.root().resolve(shard.path()), columns, FieldRules.OF_SHARDS)
        .read(row -> count(row, record, words));
  }

  private void count(SourceRow row, RecordReader record, WordCounter words) throws IOException {
    ByteBuffer carried = row.columns();
    record.set(carried.array(), carried.arrayOffset() + carried.position(), carried.remaining());
    Amounts amounts =
        new Amounts(1, row.textLength(), tokens.map(field -> field.integer(record)).orElse(0L));
    countHost(record, amounts, words);
    String named = language.flatMap(field -> field.text(record)).orElse(NO_LANGUAGE);
    ContentWords.count(words, Group.LANGUAGE, named, amounts);
    if (!output.content().byDump()) {
      ContentWords.count(words, Group.DUMP, row.dump(), amounts);
    }
  }

  private void countHost(RecordReader record, Amounts amounts, WordCounter words) {
    String text = url.text(record).orElse("");
    UrlForm form = UrlForm.of(text);
    if (form.host().isPresent() && !form.hasAddress()) {
      ContentWords.count(words, Group.DOMAIN, form.host().get(), amounts);
    } else {
      String reason = text.isBlank() ? NO_URL : form.hasAddress() ? ADDRESS : INVALID_URL;
      ContentWords.count(words, Group.OTHER, reason, amounts);
    }
  }
}
