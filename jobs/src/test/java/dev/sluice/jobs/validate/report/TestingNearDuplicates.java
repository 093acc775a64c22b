package dev.sluice.jobs.validate.report;

import static dev.sluice.jobs.validate.report.TestingNearDuplicates.DOCUMENTS;
import static dev.sluice.jobs.validate.report.TestingNearDuplicates.NEW;
import static dev.sluice.jobs.validate.report.TestingNearDuplicates.NEW_FILES;
import static dev.sluice.jobs.validate.report.TestingNearDuplicates.OLD;
import static dev.sluice.jobs.validate.report.TestingNearDuplicates.OLD_FILES;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.validate.Validator;
import dev.sluice.jobs.validate.output.PlainCuration;
import dev.sluice.jobs.validate.report.Findings.Finding;
import dev.sluice.jobs.validate.report.TestingOutput.Document;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.shard.ShardWriter;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.write.ShardCompression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** An output of near-deduplication and its source, of two units that share many texts. */
final class TestingNearDuplicates {
  static final String OLD = "data/CC-MAIN-2013-20";
  static final String NEW = "data/CC-MAIN-2014-10";
  static final List<String> OLD_FILES = List.of(OLD + "/0.parquet", OLD + "/1.parquet");
  static final List<String> NEW_FILES = List.of(NEW + "/0.parquet");

  /** The documents of each file. */
  static final int DOCUMENTS = 500;

  final TestingOutput output;
  private final Path source;

  /** Each document is compared with all that were kept. */
  TestingNearDuplicates(Path source, Path root) {
    this(source, root, "output", "bucket");
  }

  /** An output with scopes of near-deduplication and of deduplication. */
  TestingNearDuplicates(Path source, Path root, String scope, String dedup) {
    this.source = source;
    output = new TestingOutput(root);
    output.content.put("near-dedup.method", "minhash");
    output.content.put("near-dedup.scope", scope);
    output.content.put("near-dedup.threshold", "0.95");
    output.content.put("dedup.scope", dedup);
  }

  /**
   * Writes the source. Every third text is an edited copy of one before it, every ninth is short,
   * some are empty.
   */
  static void write(Path source) throws IOException {
    Random random = new Random(7);
    List<String> texts = new ArrayList<>();
    int number = 0;
    for (String file : List.of(OLD_FILES.get(0), OLD_FILES.get(1), NEW_FILES.get(0))) {
      List<Document> documents = new ArrayList<>();
      for (int i = 0; i < DOCUMENTS; i++, number++) {
        texts.add(text(texts, number, random));
        String id = number % 40 == 39 ? "id-" + (number - 30) : "id-" + number;
        documents.add(Document.of(id, texts.get(number), 2.8 + random.nextInt(4) * 0.25));
      }
      write(source.resolve(file), documents);
    }
  }

  /** Writes a file of a source, in a directory with the name of the dump. */
  static void write(Path file, List<Document> documents) throws IOException {
    Files.createDirectories(file.getParent());
    String dump = file.getParent().getFileName().toString();
    ShardWriter writer =
        new ShardWriter(
            new ShardFormat(ColumnRole.FIELDS, ShardCompression.ZSTD, 1, 64 << 10, 1 << 20), file);
    for (Document document : documents) {
      byte[] text = document.text();
      writer.write(
          new ShardRow(
              document.id().getBytes(UTF_8), text, 0, text.length, document.score(), dump));
    }
    writer.flushRowGroup();
    writer.close(new TreeMap<>());
  }

  private static String text(List<String> before, int number, Random random) {
    if (number % 50 == 49) {
      return "  ";
    }
    if (number % 9 == 8) {
      return "Short " + word(random.nextInt(30));
    }
    if (number % 10 == 7) { // the same only after the operators of PlainCuration
      return before.get(random.nextInt(number)).replace('e', '3');
    }
    if (number % 3 == 2) {
      String[] words = ("a " + before.get(random.nextInt(number))).split(" ");
      words[random.nextInt(words.length)] = word(random.nextInt(5000));
      return String.join(" ", words);
    }
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < 180; word++) {
      text.append(word(random.nextInt(5000))).append(' ');
    }
    return text.toString();
  }

  /** Without digits, which are all the same to shingles. */
  private static String word(int number) {
    StringBuilder word = new StringBuilder();
    for (int left = number + 10_000; left > 0; left /= 26) {
      word.append((char) ('a' + left % 26));
    }
    return word.toString();
  }

  PlainCuration curation() {
    return new PlainCuration(source, output);
  }

  /** Curates both units. */
  PlainCuration curate() throws IOException, InterruptedException {
    PlainCuration curation = curation();
    curation.unit(OLD + "#1", OLD_FILES);
    curation.unit(NEW + "#1", NEW_FILES);
    return curation;
  }

  /** Curates both units, and writes the output. */
  void curateAndWrite() throws IOException, InterruptedException {
    curate();
    output.write();
  }

  /** Takes a document away, and has one kept that is to be removed. */
  void change() throws IOException {
    List<Document> shard = output.shards.get("en/3.0/CC-MAIN-2013-20/0.parquet");
    shard.remove(9);
    Document stays = shard.get(5);
    shard.add(new Document("id-copy", stays.text(), stays.score()));
    output.write();
  }

  ValidateOptions options() {
    return TestingOutput.options(output.root, Optional.of(source), Optional.empty(), Set.of());
  }

  /** Validates, and leaves nothing out. */
  ValidationReport validate() throws IOException, InterruptedException {
    ValidationReport report = Validator.validate(options(), JobProgress.NONE);
    assertThat(report.warnings()).as("what was not compared").isEmpty();
    return report;
  }

  /** The lines of all violations, as one text. */
  String violations() throws IOException, InterruptedException {
    return Validator.validate(options(), JobProgress.NONE).violations().stream()
        .map(Finding::line)
        .toList()
        .toString();
  }
}
