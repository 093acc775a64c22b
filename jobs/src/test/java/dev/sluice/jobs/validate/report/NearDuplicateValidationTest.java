package dev.sluice.jobs.validate.report;

import static dev.sluice.jobs.validate.report.TestingHistory.ended;
import static dev.sluice.jobs.validate.report.TestingHistory.forgotten;
import static dev.sluice.jobs.validate.report.TestingHistory.sizes;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.core.BegunUnit;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.validate.Validator;
import dev.sluice.jobs.validate.output.ManifestSet;
import dev.sluice.jobs.validate.output.NearDuplicateCheck;
import dev.sluice.jobs.validate.output.PlainCuration;
import dev.sluice.jobs.validate.output.SealedOutput;
import dev.sluice.jobs.validate.output.SealedOutput.SealedShard;
import dev.sluice.jobs.validate.output.SeenKeys;
import dev.sluice.jobs.validate.output.ShardListing;
import dev.sluice.jobs.validate.report.Findings.Finding;
import dev.sluice.jobs.validate.report.TestingOutput.Document;
import dev.sluice.jobs.validate.source.SourceComparison;
import dev.sluice.jobs.validate.source.SourceHistory;
import dev.sluice.jobs.validate.source.SourceReader;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.output.DumpManifest.UnitPart;
import dev.sluice.storage.output.ForgottenDump;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.shard.ShardWriter;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.write.ShardCompression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares outputs of near-deduplication with their source, sound ones and changed ones. */
class NearDuplicateValidationTest {
  private static final String OLD = "data/CC-MAIN-2013-20";
  private static final String NEW = "data/CC-MAIN-2014-10";
  private static final List<String> OLD_FILES = List.of(OLD + "/0.parquet", OLD + "/1.parquet");
  private static final List<String> NEW_FILES = List.of(NEW + "/0.parquet");
  private static final int DOCUMENTS = 500;

  /** As many as fill a table of {@link #options}. */
  private static final long FORGOTTEN = 5_000;

  @TempDir private static Path source;
  @TempDir private Path root;
  private TestingOutput output;

  /** Every third text is an edited copy of one before it, every ninth is short, some are empty. */
  @BeforeAll
  static void write() throws IOException {
    Random random = new Random(7);
    List<String> texts = new ArrayList<>();
    int number = 0;
    for (String file : List.of(OLD_FILES.get(0), OLD_FILES.get(1), NEW_FILES.get(0))) {
      Files.createDirectories(source.resolve(file).getParent());
      ShardWriter writer =
          new ShardWriter(
              new ShardFormat(ColumnRole.FIELDS, ShardCompression.ZSTD, 1, 64 << 10, 1 << 20),
              source.resolve(file));
      for (int i = 0; i < DOCUMENTS; i++, number++) {
        texts.add(text(texts, number, random));
        byte[] text = texts.get(number).getBytes(UTF_8);
        String id = number % 40 == 39 ? "id-" + (number - 30) : "id-" + number;
        double score = 2.8 + random.nextInt(4) * 0.25;
        writer.write(
            new ShardRow(id.getBytes(UTF_8), text, 0, text.length, score, file.split("/")[1]));
      }
      writer.flushRowGroup();
      writer.close(new TreeMap<>());
    }
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

  @BeforeEach
  void build() {
    output = near(root, "output");
  }

  private static TestingOutput near(Path root, String scope) {
    TestingOutput output = new TestingOutput(root);
    output.content.put("near-dedup.method", "minhash");
    output.content.put("near-dedup.preset", "datatrove");
    output.content.put("near-dedup.scope", scope);
    output.content.put("near-dedup.check", "none");
    return output;
  }

  @Test
  void shouldPassWhatTheRulesGive() throws IOException, InterruptedException {
    for (String preset : List.of("datatrove", "data-juicer")) {
      for (String scope : List.of("output", "dump")) {
        for (String dedup : List.of("bucket", "global", "none")) {
          output = near(root.resolve(preset + scope + dedup), scope);
          output.content.put("near-dedup.preset", preset);
          output.content.put("dedup.scope", dedup);
          passes(preset + " " + scope + " " + dedup);
        }
      }
    }
    output = near(root.resolve("operators"), "output");
    output.content.putAll(PlainCuration.OPERATORS);
    passes("operators");
  }

  @Test
  void shouldDecideAgainWithTheCheck() throws IOException, InterruptedException {
    Map<String, Long> removed = new HashMap<>();
    for (String threshold : List.of("0.5", "0.7", "0.99")) {
      for (String scope : List.of("output", "dump")) {
        output = checked(root.resolve(threshold + scope), scope, threshold);
        passes(threshold + " " + scope);
        removed.put(threshold + scope, output.counters.total("near_duplicates_removed"));
      }
    }
    output = checked(root.resolve("operators"), "output", "0.7");
    output.content.putAll(PlainCuration.OPERATORS);
    passes("operators");
    assertThat(removed.get("0.5output"))
        .isGreaterThan(removed.get("0.7output"))
        .isGreaterThan(removed.get("0.7dump"));
    assertThat(removed.get("0.7output")).isGreaterThan(removed.get("0.99output"));
  }

  private static TestingOutput checked(Path root, String scope, String threshold) {
    TestingOutput output = near(root, scope);
    output.content.put("near-dedup.check", "estimate");
    output.content.put("near-dedup.check-threshold", threshold);
    return output;
  }

  /** One is kept that had to be removed, and the shards alone do not show it. */
  @Test
  void shouldNotJudgeShardsAloneWithTheCheck() throws IOException, InterruptedException {
    output = checked(root, "output", "0.7");
    curate();
    ManifestSet manifests = change();
    ContentConfiguration content = ContentConfiguration.of(manifests.content());
    for (boolean hasSource : new boolean[] {false, true}) {
      Findings findings = new Findings(Set.of(Check.DUPLICATES));
      List<SealedShard> shards =
          new ShardListing(new SealedOutput(root, manifests, content), findings).existing();
      new NearDuplicateCheck(root, content, 1 << 26, hasSource, findings, JobProgress.NONE)
          .check(shards);
      assertThat(findings.violations()).isEmpty();
      assertThat(findings.warnings()).hasSize(hasSource ? 0 : 1);
    }
    assertThat(Validator.validate(options(), JobProgress.NONE).violations()).isNotEmpty();
  }

  private void passes(String what) throws IOException, InterruptedException {
    curate();
    output.write();
    assertThat(validate().violations()).as(what).isEmpty();
    assertThat(output.counters.total("near_duplicates_removed")).as(what).isGreaterThan(50);
  }

  @Test
  void shouldFindTheSameInParts() throws IOException, InterruptedException {
    curate();
    ManifestSet manifests = change();
    ContentConfiguration content = ContentConfiguration.of(manifests.content());
    List<List<String>> seen = new ArrayList<>();
    for (long documents : new long[] {1000, 100_000}) {
      Findings findings = new Findings(Set.of(Check.SOURCE));
      List<SealedShard> shards =
          new ShardListing(new SealedOutput(root, manifests, content), findings).existing();
      SourceReader reader =
          new SourceReader(
              source,
              content,
              SourceHistory.of(root, manifests, content),
              findings,
              JobProgress.NONE);
      new SourceComparison(options(), content, shards, documents, reader, true, findings).compare();
      seen.add(findings.violations().stream().map(Finding::line).sorted().toList());
    }
    assertThat(new SeenKeys(100_000 * 14, 1 << 20, Optional.empty()).parts()).isGreaterThan(10);
    assertThat(seen.get(0)).hasSize(2).isEqualTo(seen.get(1));
  }

  /** Takes a document away, and has one kept that is to be removed. */
  private ManifestSet change() throws IOException {
    List<Document> shard = output.shards.get("en/3.0/CC-MAIN-2013-20/0.parquet");
    shard.remove(9);
    Document stays = shard.get(5);
    shard.add(new Document("id-copy", stays.text(), stays.score()));
    output.write();
    return ManifestSet.read(root, new Findings(Set.of(Check.FILES)));
  }

  @Test
  void shouldFindNearDuplicatesInShardsAlone() throws IOException, InterruptedException {
    curate();
    ManifestSet manifests = change();
    ContentConfiguration content = ContentConfiguration.of(manifests.content());
    for (long memory : new long[] {1 << 26, 1 << 14}) {
      Findings findings = new Findings(Set.of(Check.DUPLICATES));
      List<SealedShard> shards =
          new ShardListing(new SealedOutput(root, manifests, content), findings).existing();
      new NearDuplicateCheck(root, content, memory, false, findings, JobProgress.NONE)
          .check(shards);
      assertThat(findings.results().get(0).violations()).as("in %d bytes", memory).isEqualTo(1);
      assertThat(findings.violations().get(0).line())
          .contains("is a near-duplicate of another document in the output");
    }
    output.content.put("near-dedup.scope", "dump");
    output.columns = List.of("id", "text", "score");
    output.content.put("output.partition-by", "[bucket]");
    ContentConfiguration without = ContentConfiguration.of(output.content);
    Findings findings = new Findings(Set.of(Check.DUPLICATES));
    new NearDuplicateCheck(root, without, 1 << 20, false, findings, JobProgress.NONE)
        .check(List.of());
    assertThat(findings.warnings().get(0).message()).contains("checked only with --source");
  }

  /** Once read again, the dump that was forgotten does not lose to one that had lost to it. */
  @Test
  void shouldCountNoKeysOfWhatWasForgotten() throws IOException, InterruptedException {
    for (String dedup : List.of("bucket", "none", "bucket, checked")) {
      output = near(root.resolve(dedup), "output");
      if (dedup.endsWith("checked")) {
        output = checked(root.resolve(dedup), "output", "0.7");
      }
      output.content.put("dedup.scope", dedup.split(",")[0]);
      PlainCuration curation = new PlainCuration(source, output);
      curation.unit(OLD + "#1", OLD_FILES);
      long lostToItself = output.counters.total("near_duplicates_removed");
      output.forget();
      curation.unit(NEW + "#1", NEW_FILES);
      curation.forget(OLD + "#1");
      long lostToOld = output.counters.total("near_duplicates_removed");
      curation.unit(OLD + "#2", OLD_FILES);
      long lostAgain = output.counters.total("near_duplicates_removed") - lostToOld;
      assertThat(lostAgain).as("%s: not all of %d", dedup, 2 * DOCUMENTS).isLessThan(700);
      assertThat(lostAgain).as(dedup).isEqualTo(lostToItself);
      output.write();
      new TestingHistory(output)
          .ends(ended(OLD + "#1", OLD_FILES), ended(NEW + "#1", NEW_FILES))
          .forgets(forgotten(OLD, sizes(source, OLD_FILES)))
          .ends(ended(OLD + "#2", OLD_FILES));
      assertThat(validate().violations()).as(dedup).isEmpty();
    }
  }

  /** What the second reset forgets had lost documents to what the first one forgot. */
  @Test
  void shouldKnowWhatForgottenUnitsLostToEachOther() throws IOException, InterruptedException {
    for (String dedup : List.of("bucket", "none", "none, checked")) {
      output = near(root.resolve(dedup), "output");
      if (dedup.endsWith("checked")) {
        output = checked(root.resolve(dedup), "output", "0.7");
      }
      output.content.put("dedup.scope", dedup.split(",")[0]);
      PlainCuration curation = new PlainCuration(source, output);
      curation.unit(OLD + "#1", OLD_FILES);
      curation.unit(NEW + "#1", NEW_FILES);
      curation.forget(OLD + "#1");
      output.forget();
      curation.unit(OLD + "#2", OLD_FILES);
      curation.forget(NEW + "#1");
      curation.unit(NEW + "#2", NEW_FILES);
      output.write();
      new TestingHistory(output)
          .ends(ended(OLD + "#1", OLD_FILES), ended(NEW + "#1", NEW_FILES))
          .forgets(forgotten(OLD, sizes(source, OLD_FILES)))
          .ends(ended(OLD + "#2", OLD_FILES))
          .forgets(forgotten(NEW, sizes(source, NEW_FILES)))
          .ends(ended(NEW + "#2", NEW_FILES));
      assertThat(validate().violations()).as(dedup).isEmpty();
    }
  }

  /** What it lost before the reset stays lost, and the rest loses nothing. No cut shows a trace. */
  @Test
  void shouldCompareAHalfReadUnitUpToWhereItHadComeWhenAnotherWasForgotten()
      throws IOException, InterruptedException {
    for (String dedup : List.of("bucket", "none")) {
      for (BegunUnit position :
          List.of(new BegunUnit(OLD + "#1", 0, 200), new BegunUnit(OLD + "#1", 1, 100))) {
        curateAroundAReset(root.resolve(dedup + position.file()), dedup, position);
        tell(position);
        assertThat(validate().violations()).as("%s %s", dedup, position).isEmpty();
        assertThat(explain(source, "id-1").rows()).isNotEmpty();
      }
      curateAroundAReset(root.resolve(dedup), dedup, new BegunUnit(OLD + "#1", 0, 200));
      tell(new BegunUnit(OLD + "#1", 2, 0));
      assertThat(Validator.validate(options(), JobProgress.NONE).violations())
          .as("%s, farther than it had come", dedup)
          .isNotEmpty();
    }
  }

  /** What lost to the forgotten in its first part is forgotten itself, after others lost to it. */
  @Test
  void shouldCompareWhereTheHalfReadUnitWasForgottenAfterItsEnd()
      throws IOException, InterruptedException {
    BegunUnit position = new BegunUnit(OLD + "#1", 0, 300);
    for (String dedup : List.of("bucket", "none")) {
      output = near(root.resolve(dedup), "output");
      output.content.put("dedup.scope", dedup);
      PlainCuration curation = new PlainCuration(source, output);
      curation.unit(NEW + "#1", NEW_FILES);
      curation.rows(OLD + "#1", OLD_FILES.get(0), 0, position.row());
      curation.forget(NEW + "#1");
      curation.rows(OLD + "#1", OLD_FILES.get(0), position.row(), Long.MAX_VALUE);
      curation.rows(OLD + "#1", OLD_FILES.get(1), 0, Long.MAX_VALUE);
      output.forget();
      curation.unit(NEW + "#2", NEW_FILES);
      curation.forget(OLD + "#1");
      curation.unit(OLD + "#2", OLD_FILES);
      output.write();
      new TestingHistory(output)
          .ends(ended(NEW + "#1", NEW_FILES))
          .forgets(saying(forgotten(NEW, sizes(source, NEW_FILES)), position))
          .ends(ended(OLD + "#1", OLD_FILES), ended(NEW + "#2", NEW_FILES))
          .forgets(forgotten(OLD, sizes(source, OLD_FILES)))
          .ends(ended(OLD + "#2", OLD_FILES));
      assertThat(validate().violations()).as(dedup).isEmpty();
    }
  }

  private void tell(BegunUnit position) throws IOException {
    new TestingHistory(output)
        .ends(ended(NEW + "#1", NEW_FILES))
        .forgets(saying(forgotten(NEW, sizes(source, NEW_FILES)), position))
        .ends(ended(OLD + "#1", OLD_FILES));
  }

  private static ForgottenDump saying(ForgottenDump reset, BegunUnit begun) {
    return new ForgottenDump(reset.dump(), reset.reset(), reset.units(), List.of(begun));
  }

  /** Nothing can be lost to another dump, so files of the forgotten one need not be there. */
  @Test
  void shouldCompareWhereDumpsAreComparedApartWhateverWasHalfRead()
      throws IOException, InterruptedException {
    output = near(root.resolve("dump"), "dump");
    output.content.put("dedup.scope", "none");
    new PlainCuration(source, output).unit(OLD + "#1", OLD_FILES);
    output.write();
    new TestingHistory(output)
        .ends(ended(NEW + "#1", NEW_FILES))
        .forgets(
            saying(
                forgotten(NEW, List.of(new SourcePart("gone.parquet", 1))),
                new BegunUnit(OLD + "#1", 0, 200)))
        .ends(ended(OLD + "#1", OLD_FILES));
    assertThat(validate().violations()).isEmpty();
  }

  /** A unit is read up to some row, another is forgotten, and the rest is read. */
  private void curateAroundAReset(Path to, String dedup, BegunUnit position)
      throws IOException, InterruptedException {
    output = near(to, "output");
    output.content.put("dedup.scope", dedup);
    PlainCuration curation = new PlainCuration(source, output);
    curation.unit(NEW + "#1", NEW_FILES);
    output.forget();
    for (int file = 0; file < 2; file++) {
      long end = file < position.file() ? Long.MAX_VALUE : 0;
      curation.rows(
          OLD + "#1", OLD_FILES.get(file), 0, file == position.file() ? position.row() : end);
    }
    curation.forget(NEW + "#1");
    for (int file = 0; file < 2; file++) {
      long begin = file < position.file() ? Long.MAX_VALUE : 0;
      curation.rows(
          OLD + "#1",
          OLD_FILES.get(file),
          file == position.file() ? position.row() : begin,
          Long.MAX_VALUE);
    }
    output.units.add(
        new UnitPart(OLD + "#1", OLD_FILES, List.of(), new TreeMap<>(), new TreeMap<>()));
    output.write();
  }

  @Test
  void shouldCompareWhereTheHalfReadUnitWasForgottenToo() throws IOException, InterruptedException {
    List<SourcePart> gone = List.of(new SourcePart("gone.parquet", 1));
    ForgottenUnit half =
        ForgottenUnit.begun(OLD + "#1", List.of("CC-MAIN-2013-20"), gone, List.of(), 0, 7);
    for (boolean hadEnded : new boolean[] {false, true}) {
      output = near(root.resolve("ended " + hadEnded), "output");
      new PlainCuration(source, output).unit(OLD + "#2", OLD_FILES);
      output.write();
      TestingHistory history =
          new TestingHistory(output)
              .ends(ended(NEW + "#1", NEW_FILES))
              .forgets(saying(forgotten(NEW, gone), new BegunUnit(OLD + "#1", 0, 7)));
      if (hadEnded) {
        history.ends(ended(OLD + "#1", OLD_FILES)).forgets(forgotten(OLD, gone));
      } else {
        history.forgets(new ForgottenDump("CC-MAIN-2013-20", "r", List.of(half), List.of()));
      }
      history.ends(ended(OLD + "#2", OLD_FILES));
      assertThat(validate().violations()).as("ended: " + hadEnded).isEmpty();
    }
  }

  /** What is not in the output cannot be wrong in it. */
  @Test
  void shouldCompareWhileTheHalfReadUnitHasNotEnded() throws IOException, InterruptedException {
    new PlainCuration(source, output).unit(OLD + "#1", OLD_FILES);
    output.write();
    new TestingHistory(output)
        .ends(ended(OLD + "#1", OLD_FILES), ended(NEW + "#1", NEW_FILES))
        .forgets(
            saying(
                forgotten(NEW, List.of(new SourcePart("gone.parquet", 1))),
                new BegunUnit("data/CC-MAIN-2015-14#1", 0, 1)));
    assertThat(validate().violations()).isEmpty();
  }

  @Test
  void shouldCompareWhereTheUnitHadEndedBeforeAnotherWasForgotten()
      throws IOException, InterruptedException {
    PlainCuration curation = new PlainCuration(source, output);
    curation.unit(NEW + "#1", NEW_FILES);
    output.forget();
    curation.unit(OLD + "#1", OLD_FILES);
    output.write();
    new TestingHistory(output)
        .ends(ended(NEW + "#1", NEW_FILES))
        .keeps(OLD + "#1", 1)
        .ends(ended(OLD + "#1", OLD_FILES))
        .forgets(forgotten(NEW, sizes(source, NEW_FILES)));
    assertThat(validate().violations()).isEmpty();
  }

  /** Tables are for all that is read, and most of it may be forgotten. */
  @Test
  void shouldReadInPartsWhatWasForgottenToo() throws IOException, InterruptedException {
    PlainCuration curation = new PlainCuration(source, output);
    curation.unit(OLD + "#1", OLD_FILES);
    output.forget();
    curation.unit(NEW + "#1", NEW_FILES);
    output.write();
    Map<Long, Integer> reads = new TreeMap<>();
    for (long rows : new long[] {0, FORGOTTEN, 10 * FORGOTTEN}) {
      new TestingHistory(output, reads.size())
          .keeps(OLD + "#1", rows)
          .loses(OLD + "#1", rows)
          .ends(ended(OLD + "#1", OLD_FILES), ended(NEW + "#1", NEW_FILES))
          .forgets(forgotten(OLD, sizes(source, OLD_FILES)));
      List<String> files = new ArrayList<>();
      ValidationReport report =
          Validator.validate(
              new ValidateOptions(
                  output.root, Optional.of(source), Optional.empty(), Set.of(), false, 1 << 20),
              position -> files.add(position.file()));
      assertThat(report.violations()).isEmpty();
      assertThat(report.warnings()).isEmpty();
      reads.put(rows, Collections.frequency(files, NEW_FILES.get(0)));
    }
    assertThat(reads.get(FORGOTTEN)).isGreaterThan(reads.get(0L));
    assertThat(reads.get(10 * FORGOTTEN)).isGreaterThan(3 * reads.get(FORGOTTEN));
  }

  @Test
  void shouldExplainWhyADocumentIsNotThere() throws IOException, InterruptedException {
    Path tiny = root.resolve("source");
    String text = "one two three four five six seven eight nine ten eleven twelve";
    String edited = text + " thirteen";
    Path file = tiny.resolve(OLD_FILES.get(0));
    Files.createDirectories(file.getParent());
    ShardWriter writer =
        new ShardWriter(
            new ShardFormat(ColumnRole.FIELDS, ShardCompression.ZSTD, 1, 64 << 10, 1 << 20), file);
    String[][] rows = {
      {"first", text, "3.5"}, {"again", text, "4.5"}, {"edited", edited, "3.5"},
      {"first", text, "3.5"}, {"low", text, "1"}, {"other", "Something else altogether.", "3.5"}
    };
    for (String[] row : rows) {
      byte[] bytes = row[1].getBytes(UTF_8);
      writer.write(
          new ShardRow(
              row[0].getBytes(UTF_8),
              bytes,
              0,
              bytes.length,
              Double.parseDouble(row[2]),
              "CC-MAIN-2013-20"));
    }
    writer.flushRowGroup();
    writer.close(new TreeMap<>());
    new PlainCuration(tiny, output).unit(OLD + "#1", List.of(OLD_FILES.get(0)));
    output.write();

    String here = ": " + OLD_FILES.get(0) + " row %d, unit " + OLD + "#1, dump CC-MAIN-2013-20\n";
    assertThat(explain(tiny, "again").text())
        .isEqualTo(
            ("again" + here).formatted(1)
                + "  near_duplicates_removed: earlier documents that have the same key in a band:\n"
                + ("  - first" + here).formatted(0)
                + "      kept; bands 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13;"
                + " Jaccard similarity 1.000, estimated 1.000\n");
    Explanation.Row row = explain(tiny, "edited").rows().get(0);
    assertThat(row.outcome()).isEqualTo("near_duplicates_removed");
    assertThat(row.earlier()).as("not again, which has no key that first has not").hasSize(1);
    assertThat(row.earlier().get(0).place().id()).isEqualTo("first");
    assertThat(row.earlier().get(0).jaccard()).isEqualTo(8 / 9.0);
    assertThat(explain(tiny, "first").text())
        .contains(
            "  kept: no earlier document", "duplicates_removed: an earlier document with this id");
    assertThat(explain(tiny, "low").text()).contains("  filtered_out\n");
    assertThat(explain(tiny, "other").rows().get(0).earlier()).isEmpty();
    assertThatExceptionOfType(JobRefusedException.class)
        .isThrownBy(() -> explain(tiny, "nobody"))
        .withMessageStartingWith("--explain nobody: no row of the 1 units of this output");
    assertThatExceptionOfType(JobRefusedException.class)
        .isThrownBy(() -> explain(root.resolve("_sluice"), "first"))
        .withMessageContaining("its source cannot be read again: " + OLD_FILES.get(0));
  }

  private Explanation explain(Path from, String id) throws IOException, InterruptedException {
    ValidateOptions options =
        new ValidateOptions(
            output.root, Optional.of(from), Optional.empty(), Set.of(), false, 1 << 20);
    return Validator.explain(options, id, JobProgress.NONE);
  }

  private void curate() throws IOException, InterruptedException {
    PlainCuration curation = new PlainCuration(source, output);
    curation.unit(OLD + "#1", OLD_FILES);
    curation.unit(NEW + "#1", NEW_FILES);
  }

  private ValidateOptions options() {
    return new ValidateOptions(
        output.root, Optional.of(source), Optional.empty(), Set.of(), false, 1 << 20);
  }

  private ValidationReport validate() throws IOException, InterruptedException {
    ValidationReport report = Validator.validate(options(), JobProgress.NONE);
    assertThat(report.warnings()).as("what was not compared").isEmpty();
    return report;
  }
}
