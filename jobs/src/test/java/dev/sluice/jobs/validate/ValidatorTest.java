package dev.sluice.jobs.validate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.jobs.validate.report.Findings.CheckResult;
import dev.sluice.jobs.validate.report.Findings.Finding;
import dev.sluice.jobs.validate.report.TestingOutput;
import dev.sluice.jobs.validate.report.TestingOutput.Document;
import dev.sluice.jobs.validate.report.ValidateOptions;
import dev.sluice.jobs.validate.report.ValidationReport;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Breaks each rule once, alone, and expects to be told which, where, and nothing else. */
class ValidatorTest {
  private static final String DUMP = "CC-MAIN-2013-20";
  private static final String MANIFEST = "_sluice/dumps/CC-MAIN-2013-20.json";

  @TempDir private Path root;
  private TestingOutput output;

  @BeforeEach
  void build() {
    output = SmallOutput.at(root);
  }

  @Test
  void shouldPassASoundOutput() throws IOException, InterruptedException {
    output.write();
    ValidationReport report = output.validate();
    assertThat(report.violations()).isEmpty();
    assertThat(report.passed()).isTrue();
    assertThat(report.results()).hasSize(9).allMatch(CheckResult::passed);
    assertThat(report.records())
        .isEqualTo(output.shards.values().stream().mapToInt(List::size).sum());
    assertThat(report.files()).isEqualTo(4);
  }

  @Test
  void shouldFindAColumnTooMany() throws IOException, InterruptedException {
    output.columns = List.of("id", "text", "score", "dump");
    output.write();
    ValidationReport report = output.validate();
    assertThat(report.violations()).hasSize(4).allMatch(f -> f.check() == Check.SCHEMA);
    assertThat(report.violations().get(0).line())
        .contains(
            SmallOutput.LOW,
            "dump (binary STRING)",
            "but must be id (binary STRING), text (binary STRING), score (double)");
  }

  @Test
  void shouldFindBlankTextAndTextThatIsNotUtf8() throws IOException, InterruptedException {
    replace(SmallOutput.HIGH, 3, d -> new Document(d.id(), " \n".getBytes(UTF_8), d.score()));
    replace(
        SmallOutput.HIGH, 5, d -> new Document(d.id(), "\u00E9".getBytes(ISO_8859_1), d.score()));
    output.write();
    assertThat(output.validate().violations())
        .extracting(Finding::line)
        .containsExactly(
            SmallOutput.HIGH + " row 3: its text is blank",
            SmallOutput.HIGH + " row 5: its text is not UTF-8");
  }

  @Test
  void shouldFindRecordsWithoutIdTextOrScore() throws IOException, InterruptedException {
    output.write();
    OptionalColumns.write(root.resolve(SmallOutput.HIGH), 150);
    output.describe(SmallOutput.HIGH, 150);
    List<Finding> violations = output.validate().violations();
    assertThat(violations).allMatch(f -> f.check() == Check.SCHEMA);
    assertThat(violations)
        .extracting(Finding::line)
        .containsExactly(
            SmallOutput.HIGH + " row 10: has no id",
            SmallOutput.HIGH + " row 20: has no text",
            SmallOutput.HIGH + " row 30: has no score");
  }

  @Test
  void shouldFindAnIdThatSamplingDoesNotKeep() throws IOException, InterruptedException {
    replace(SmallOutput.LOW, 2, d -> new Document(notSampled(), d.text(), d.score()));
    output.write();
    expectOne(
        Check.SAMPLING, SmallOutput.LOW + " row 2: sampling at 0.3 with seed 42 does not keep");
  }

  @Test
  void shouldFindASamplingRateThatChanceDoesNotExplain() throws IOException, InterruptedException {
    output.count(DUMP, "", Counters.ROWS, 5000);
    output.count(DUMP, "2.8", Outcome.SAMPLED_OUT.key(), 5000);
    output.write();
    expectOne(Check.SAMPLING, "_sluice/dumps: bucket 2.8:");
  }

  @Test
  void shouldFindAnythingSampledOutWhereTheRateIsOne() throws IOException, InterruptedException {
    output.count(DUMP, "", Counters.ROWS, 1);
    output.count(DUMP, "3.0", Outcome.SAMPLED_OUT.key(), 1);
    output.write();
    expectOne(Check.SAMPLING, "bucket 3.0: sampling kept 302 of 303 rows");
  }

  @Test
  void shouldFindAnIdThatIsInItsBucketTwice() throws IOException, InterruptedException {
    replace(SmallOutput.HIGH_SECOND, 7, d -> new Document("id-0", d.text(), d.score()));
    output.write();
    expectOne(
        Check.DUPLICATES,
        SmallOutput.HIGH_SECOND
            + " row 7: its id id-0 appears more than once, but must be unique in its"
            + " bucket");
    assertThat(output.validate().buckets().get(1).duplicatesFound()).isOne();
  }

  @Test
  void shouldFindAnIdInTwoBucketsOnlyWhereIdsAreUniqueOverAll()
      throws IOException, InterruptedException {
    String id = output.shards.get(SmallOutput.LOW).get(4).id();
    replace(SmallOutput.HIGH, 9, d -> new Document(id, d.text(), d.score()));
    output.write();
    assertThat(output.validate().passed()).isTrue();
    output.content.put("dedup.scope", "global");
    output.write();
    expectOne(Check.DUPLICATES, SmallOutput.HIGH + " row 9: its id " + id);
    output.content.put("dedup.scope", "none");
    replace(SmallOutput.HIGH, 10, d -> new Document(id, d.text(), d.score()));
    output.write();
    assertThat(output.validate().passed()).isTrue();
    assertThat(output.validate().buckets().get(1).duplicatesFound()).isOne();
  }

  @Test
  void shouldFindAFileThatIsMissing() throws IOException, InterruptedException {
    output.write();
    Files.delete(root.resolve(SmallOutput.HIGH));
    expectOne(Check.FILES, SmallOutput.HIGH + ": is missing: its manifest lists it with 150 rows");
    assertThat(Validator.validate(options(Check.DUPLICATES), JobProgress.NONE).violations())
        .extracting(Finding::file)
        .containsExactly(SmallOutput.HIGH);
  }

  @Test
  void shouldFindAFileOfAnotherSize() throws IOException, InterruptedException {
    output.write();
    Files.write(
        root.resolve(SmallOutput.HIGH), new byte[] {0}, java.nio.file.StandardOpenOption.APPEND);
    List<Finding> violations = output.validate().violations();
    assertThat(violations).allMatch(f -> f.check() == Check.FILES);
    assertThat(violations.get(0).line()).contains(SmallOutput.HIGH, "in its manifest");
    assertThat(violations.get(1).line()).contains(SmallOutput.HIGH, "cannot be read");
  }

  @Test
  void shouldFindAByteThatWasChanged() throws IOException, InterruptedException {
    output.write();
    flip(root.resolve(SmallOutput.HIGH), 300);
    List<Finding> violations = output.validate().violations();
    assertThat(violations).isNotEmpty().allMatch(f -> f.check() == Check.FILES);
    assertThat(violations.get(0).line()).contains(SmallOutput.HIGH, "its SHA-256 is");
  }

  @Test
  void shouldFindAFileThatCannotBeReadAlthoughItIsAsListed()
      throws IOException, InterruptedException {
    output.write();
    flip(root.resolve(SmallOutput.HIGH), Files.size(root.resolve(SmallOutput.HIGH)) / 2);
    output.describe(SmallOutput.HIGH, 150);
    List<Finding> violations = output.validate().violations();
    assertThat(violations).allMatch(f -> f.check() == Check.FILES);
    assertThat(violations.get(0).line())
        .containsPattern(SmallOutput.HIGH + ": cannot be read: row group \\d+: row \\d+");
  }

  @Test
  void shouldFindAFileWithOtherRows() throws IOException, InterruptedException {
    output.write();
    FilePart part = output.files.get(SmallOutput.HIGH);
    output.files.put(SmallOutput.HIGH, new FilePart(part.path(), 149, part.bytes(), part.sha256()));
    output.count(DUMP, "", Counters.ROWS, -1);
    output.count(DUMP, "3.0", Outcome.KEPT.key(), -1);
    output.writeManifests();
    output.writeVersion("1.0", output.validate().records() - 1);
    expectOne(Check.FILES, SmallOutput.HIGH + ": has 150 rows, but 149 in its manifest");
  }

  @Test
  void shouldFindAFileThatNoManifestLists() throws IOException, InterruptedException {
    output.write();
    Files.copy(root.resolve(SmallOutput.HIGH), root.resolve("en/3.0/CC-MAIN-2013-20/7.parquet"));
    ValidationReport report = output.validate();
    assertThat(report.violations().get(0).line())
        .startsWith("en/3.0/CC-MAIN-2013-20/7.parquet: is not listed in a manifest");
    assertThat(report.results())
        .filteredOn(result -> !result.passed())
        .extracting(CheckResult::check)
        .containsExactly(Check.FILES);
    assertThat(Validator.validate(options(Check.DUPLICATES), JobProgress.NONE).violations())
        .extracting(Finding::file)
        .containsExactly("en/3.0/CC-MAIN-2013-20/7.parquet");
  }

  @Test
  void shouldFindShardsThatAreListedInABucketThatDoesNotExist()
      throws IOException, InterruptedException {
    output.write();
    Path manifest = root.resolve(MANIFEST);
    Files.writeString(manifest, Files.readString(manifest).replace("\"3.0\" :", "\"9.9\" :"));
    assertThat(Validator.validate(options(Check.SCHEMA), JobProgress.NONE).violations())
        .extracting(Finding::line)
        .contains(
            SmallOutput.HIGH + ": its manifest lists it in a bucket that the output does not have");
  }

  @Test
  void shouldFindWhatDoesNotBelongAmongTheShards() throws IOException, InterruptedException {
    output.write();
    List<String> strange =
        List.of(
            "en/2.8/CC-MAIN-2013-20/.0.parquet.tmp",
            "en/2.8/CC-MAIN-2013-20/01.parquet",
            "en/2.8/CC-MAIN-2013-20/a.parquet",
            "en/2.8/CC-MAIN-2013-20/deeper/0.parquet",
            "en/2.8/CC-MAIN-2013_20/0.parquet",
            "en/2.8/notes.txt",
            "en/9.9/CC-MAIN-2013-20/0.parquet");
    for (String path : strange) {
      Files.createDirectories(root.resolve(path).getParent());
      Files.writeString(root.resolve(path), "x");
    }
    ValidationReport report = Validator.validate(options(Check.PATHS), JobProgress.NONE);
    assertThat(report.violations()).extracting(Finding::file).containsExactlyElementsOf(strange);
    assertThat(report.violations().get(0).message())
        .contains(
            "paths of shards are en/{bucket}/{dump}/{rank}.parquet, with the buckets 2.8, 3.0");
  }

  @Test
  void shouldFindAShardThatIsListedInAnotherBucketOrTwice()
      throws IOException, InterruptedException {
    output.write();
    Path manifest = root.resolve(MANIFEST);
    String listed = Files.readString(manifest);
    Files.writeString(
        manifest,
        listed
            .replace("\"3.0\" :", "\"x\" :")
            .replace("\"2.8\" :", "\"3.0\" :")
            .replace("\"x\" :", "\"2.8\" :"));
    assertThat(Validator.validate(options(Check.PATHS), JobProgress.NONE).violations())
        .extracting(Finding::line)
        .contains(SmallOutput.HIGH + ": its manifest lists it in bucket 2.8 of " + DUMP);

    String other = SmallOutput.HIGH_SECOND;
    Files.writeString(manifest, listed.replace(other, SmallOutput.HIGH));
    assertThat(output.validate().violations())
        .extracting(Finding::line)
        .contains(SmallOutput.HIGH + ": is listed more than once in the manifests")
        .anyMatch(line -> line.startsWith(other + ": is not listed in a manifest"));
  }

  @Test
  void shouldFindScoresOutsideTheirBucketOrRange() throws IOException, InterruptedException {
    replace(SmallOutput.HIGH, 1, d -> new Document(d.id(), d.text(), 2.9));
    replace(SmallOutput.HIGH, 2, d -> new Document(d.id(), d.text(), 5.21875));
    replace(SmallOutput.HIGH, 3, d -> new Document(d.id(), d.text(), Double.NaN));
    replace(SmallOutput.HIGH, 4, d -> new Document(d.id(), d.text(), 3.0 - 5e-10));
    replace(SmallOutput.HIGH, 5, d -> new Document(d.id(), d.text(), 3.0 - 2e-9));
    output.write();
    assertThat(output.validate().violations())
        .extracting(Finding::line)
        .containsExactly(
            SmallOutput.HIGH + " row 1: score 2.9 is not in bucket 3.0 [3.0, Infinity)",
            SmallOutput.HIGH + " row 2: score 5.21875 is not in [0.0, 5.0]",
            SmallOutput.HIGH + " row 3: score NaN is not in [0.0, 5.0]",
            SmallOutput.HIGH + " row 5: score 2.999999998 is not in bucket 3.0 [3.0, Infinity)");
  }

  @Test
  void shouldFindCountersThatDoNotAddUp() throws IOException, InterruptedException {
    output.count(DUMP, "", Counters.ROWS, 1);
    output.write();
    expectOne(Check.COUNTERS, MANIFEST + ": rows");
  }

  @Test
  void shouldFindFilesThatHoldOtherNumbersThanWereKept() throws IOException, InterruptedException {
    output.count(DUMP, "", Counters.ROWS, 1);
    output.count(DUMP, "3.0", Outcome.KEPT.key(), 1);
    output.write();
    expectOne(
        Check.COUNTERS,
        MANIFEST + ": bucket 3.0: kept is 301, but the sum of the rows in its files is 300");
  }

  @Test
  void shouldFindManifestsOfTwoConfigurations() throws IOException, InterruptedException {
    output.write();
    Path manifest = root.resolve("_sluice/dumps/CC-MAIN-2014-10.json");
    Files.writeString(
        manifest,
        Files.readString(manifest).replace("\"partitions\" : \"1\"", "\"partitions\" : \"2\""));
    expectOne(Check.COUNTERS, "CC-MAIN-2014-10.json: its content configuration differs from");
  }

  @Test
  void shouldFindAManifestThatCannotBeRead() throws IOException, InterruptedException {
    output.write();
    Files.writeString(root.resolve("_sluice/dumps/CC-MAIN-2020-05.json"), "{\"format\":");
    Files.writeString(root.resolve("_sluice/dumps/CC-MAIN-2021-05.json"), "{\"format\": 1}");
    assertThat(output.validate().violations())
        .extracting(Finding::line)
        .anyMatch(line -> line.startsWith("_sluice/dumps/CC-MAIN-2020-05.json: is not a manifest"))
        .anyMatch(line -> line.startsWith("_sluice/dumps/CC-MAIN-2021-05.json: is not a manifest"))
        .hasSize(2);
  }

  @Test
  void shouldFindMissingAndWrongRecordsOfTheDataSet() throws IOException, InterruptedException {
    output.write();
    output.writeVersion("1.0", 17);
    expectOne(Check.RECORDS, "fineweb-edu-v1.0-20260206.json: total_records is 17");
    Files.delete(root.resolve("fineweb-edu-v1.0-20260206.json"));
    Files.writeString(root.resolve("ATTRIBUTION.md"), "\n");
    assertThat(output.validate().violations())
        .extracting(Finding::line)
        .containsExactly(
            "ATTRIBUTION.md: is empty",
            "NAME-vVERSION-DATE.json: the output has no version record");
    Files.delete(root.resolve("ATTRIBUTION.md"));
    assertThat(output.validate().violations().get(0).line())
        .isEqualTo("ATTRIBUTION.md: is missing");
  }

  @Test
  void shouldFindAPackThatIsNotWhatItsCutRecordsGive() throws IOException, InterruptedException {
    output.write();
    Path log = Files.createDirectories(root.resolve("_sluice/cuts/topic/0"));
    String record = new String(Json.write(CutRecord.none("topic", 0, "cluster", "id")), UTF_8);
    for (int number = 1; number <= 64; number++) {
      Files.writeString(
          log.resolve(number + ".json"),
          record.replace("\"number\" : 0", "\"number\" : " + number));
    }
    new CutLog(log).pack(new Publication(root.resolve("_sluice/tmp/test")));
    assertThat(output.validate().violations()).isEmpty();

    Files.writeString(log.resolve("7.json"), record);
    expectOne(
        Check.RECORDS,
        "_sluice/cuts/topic/0/1-64.jsonl: differs from its cut records: delete the file, and the"
            + " next run creates it again");
  }

  @Test
  void shouldLetAnOlderVersionRecordStand() throws IOException, InterruptedException {
    output.write();
    output.writeVersion("0.9", 17);
    assertThat(output.validate().passed()).isTrue();
  }

  @Test
  void shouldPassShardsThatAreNotLaidOutByDump() throws IOException, InterruptedException {
    TestingOutput flat = new TestingOutput(root);
    flat.content.put("output.partition-by", "[bucket]");
    output.shards.get(SmallOutput.HIGH).forEach(d -> flat.keep("en/3.0/0.parquet", d));
    flat.write();
    assertThat(flat.validate().violations()).isEmpty();
    assertThat(flat.validate().records()).isEqualTo(150);
  }

  @Test
  void shouldCountAllViolationsAndListTheFirst() throws IOException, InterruptedException {
    for (int i = 0; i < 100; i++) {
      replace(SmallOutput.HIGH, i, d -> new Document(d.id(), d.text(), 1.5));
    }
    output.write();
    ValidationReport report = output.validate();
    assertThat(report.violations()).hasSize(Findings.LISTED);
    assertThat(report.results())
        .filteredOn(result -> result.check() == Check.SCORES)
        .extracting(CheckResult::violations)
        .containsExactly(100L);
  }

  @Test
  void shouldCheckOnlyWhatIsAskedFor() throws IOException, InterruptedException {
    replace(SmallOutput.HIGH, 1, d -> new Document(d.id(), d.text(), 2.9));
    output.write();
    ValidationReport report = Validator.validate(options(Check.SCHEMA), JobProgress.NONE);
    assertThat(report.passed()).isTrue();
    assertThat(report.results()).extracting(CheckResult::check).containsExactly(Check.SCHEMA);
    assertThat(Validator.validate(options(Check.SCORES), JobProgress.NONE).passed()).isFalse();
  }

  @Test
  void shouldFailWhateverIsAskedForWhereAFileCannotBeRead()
      throws IOException, InterruptedException {
    output.write();
    Files.writeString(root.resolve(SmallOutput.HIGH), "not Parquet at all");
    for (Check check : List.of(Check.SCHEMA, Check.SCORES, Check.DUPLICATES, Check.FILES)) {
      assertThat(Validator.validate(options(check), JobProgress.NONE).passed())
          .as(check.key())
          .isFalse();
    }
  }

  @Test
  void shouldSayWhereThereIsNothingToValidate() throws IOException, InterruptedException {
    assertThatExceptionOfType(JobRefusedException.class)
        .isThrownBy(() -> output.validate())
        .withMessageContaining("not an output of Sluice");
    assertThatExceptionOfType(JobRefusedException.class)
        .isThrownBy(() -> new TestingOutput(root.resolve("none")).validate())
        .withMessageContaining("is not a directory");
    Files.createDirectories(root.resolve("_sluice/dumps"));
    ValidationReport report = Validator.validate(options(Check.SCHEMA), JobProgress.NONE);
    assertThat(report.passed()).isFalse();
    assertThat(report.violations().get(0).line()).contains("has no manifests");
  }

  @Test
  void shouldReportEveryFileItReads() throws IOException, InterruptedException {
    output.write();
    List<String> told = new ArrayList<>();
    Validator.validate(
        TestingOutput.allOptions(root),
        at -> told.add(at.done() + "/" + at.total() + " " + at.file()));
    assertThat(told)
        .containsExactly(
            "1/4 " + SmallOutput.LOW,
            "2/4 " + SmallOutput.LOW_LATER,
            "3/4 " + SmallOutput.HIGH,
            "4/4 " + SmallOutput.HIGH_SECOND);
  }

  @Test
  void shouldEndWhenInterrupted() throws IOException {
    output.write();
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> output.validate());
  }

  private void expectOne(Check check, String line) throws IOException, InterruptedException {
    ValidationReport report = output.validate();
    assertThat(report.violations()).hasSize(1);
    assertThat(report.violations().get(0).check()).isEqualTo(check);
    assertThat(report.violations().get(0).line()).contains(line);
    assertThat(report.passed()).isFalse();
  }

  private void replace(
      String path, int row, java.util.function.UnaryOperator<Document> replacement) {
    List<Document> documents = output.shards.get(path);
    documents.set(row, replacement.apply(documents.get(row)));
  }

  private ValidateOptions options(Check check) {
    return TestingOutput.options(root, Optional.empty(), Optional.empty(), Set.of(check));
  }

  private static String notSampled() {
    int i = 0;
    while (SmallOutput.keeps("other-" + i)) {
      i++;
    }
    return "other-" + i;
  }

  private static void flip(Path file, long position) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(position);
      int value = bytes.read();
      bytes.seek(position);
      bytes.write(value ^ 0xFF);
    }
  }
}
