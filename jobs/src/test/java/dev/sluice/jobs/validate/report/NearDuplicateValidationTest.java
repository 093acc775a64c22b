package dev.sluice.jobs.validate.report;

import static dev.sluice.jobs.validate.report.TestingHistory.ended;
import static dev.sluice.jobs.validate.report.TestingHistory.forgotten;
import static dev.sluice.jobs.validate.report.TestingHistory.sizes;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.core.BegunUnit;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
import dev.sluice.core.work.FileTree;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.validate.Validator;
import dev.sluice.jobs.validate.output.Explanation;
import dev.sluice.jobs.validate.output.ManifestSet;
import dev.sluice.jobs.validate.output.PlainCuration;
import dev.sluice.jobs.validate.report.Findings.Finding;
import dev.sluice.jobs.validate.report.TestingOutput.Document;
import dev.sluice.jobs.validate.source.SourceReader;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.EvidenceFile;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.EvidenceWriter;
import dev.sluice.neardup.Frontier;
import dev.sluice.neardup.Guard;
import dev.sluice.neardup.GuardDecisions;
import dev.sluice.neardup.Match;
import dev.sluice.neardup.Matcher;
import dev.sluice.neardup.SignatureBatch;
import dev.sluice.neardup.SignatureDirectory;
import dev.sluice.neardup.SignatureFooter.Position;
import dev.sluice.neardup.SignatureStore;
import dev.sluice.storage.output.DumpManifest.UnitPart;
import dev.sluice.storage.output.ForgottenDump;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.shard.ShardWriter;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.write.ShardCompression;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
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
    output.content.put("near-dedup.scope", scope);
    output.content.put("near-dedup.threshold", "0.95");
    return output;
  }

  @Test
  void shouldPassWhatTheRulesGive() throws IOException, InterruptedException {
    for (String scope : List.of("output", "dump")) {
      for (String dedup : List.of("bucket", "global", "none")) {
        output = near(root.resolve(scope + dedup), scope);
        output.content.put("dedup.scope", dedup);
        passes(scope + " " + dedup);
      }
    }
    output = near(root.resolve("operators"), "output");
    output.content.putAll(PlainCuration.OPERATORS);
    passes("operators");
  }

  private void passes(String what) throws IOException, InterruptedException {
    curate();
    output.write();
    ValidationReport report = validate();
    assertThat(report.violations()).as(what).isEmpty();
    long removed = output.counters.total("near_duplicates_removed");
    assertThat(removed).as(what).isGreaterThan(50);
    NearDuplicateProof proof = report.nearDuplicates().orElseThrow();
    assertThat(proof.removed()).isEqualTo(removed);
    assertThat(proof.compared()).as(what).isEqualTo(removed);
    assertThat(proof.least()).as(what).isGreaterThan(0.93);
    assertThat(proof.worst()).hasSize(10);
  }

  /** Of equal shares, those are shown that come first in the source. */
  @Test
  void shouldShowTheFirstOfEqualShares() throws IOException, InterruptedException {
    output.content.put("near-dedup.threshold", "1.0");
    curate();
    output.write();
    List<DocumentOrigin> removed = new ArrayList<>();
    EvidenceFiles.of(root)
        .read(
            match -> {
              if (match.isRemoval()) {
                removed.add(match.document());
              }
            });
    NearDuplicateProof proof = validate().nearDuplicates().orElseThrow();
    assertThat(proof.least()).isEqualTo(1);
    assertThat(proof.worst())
        .extracting(pair -> pair.file() + " " + pair.row())
        .isEqualTo(removed.stream().limit(10).map(each -> each.file() + " " + each.row()).toList());
  }

  @Test
  void shouldFindWhatIsMissingOrShouldHaveBeenRemoved() throws IOException, InterruptedException {
    curate();
    change();
    List<String> seen =
        Validator.validate(options(), JobProgress.NONE).violations().stream()
            .filter(finding -> finding.check() == Check.SOURCE)
            .map(Finding::line)
            .toList();
    assertThat(seen).hasSize(2);
    assertThat(seen.toString())
        .contains("the source and the rules do not produce this document", "should be kept");
  }

  /** Evidence that someone has changed is not what the source gives, or disagrees with the rest. */
  @Test
  void shouldFindChangedEvidence() throws IOException, InterruptedException {
    curate();
    output.write();
    Path file = EvidenceFiles.of(root).ofUnit(OLD + "#1").orElseThrow();
    List<Match> rows = new ArrayList<>();
    EvidenceFile.read(file, rows::add);
    byte[] sound = Files.readAllBytes(file);
    Match first = rows.stream().filter(Match::isRemoval).findFirst().orElseThrow();
    int at = rows.indexOf(first);

    rows.remove(at);
    rewrite(file, rows);
    assertThat(violations())
        .contains("near-duplicates removed from bucket")
        .contains("the evidence of unit " + OLD + "#1 differs");

    DocumentOrigin other = first.kept();
    DocumentOrigin gone =
        new DocumentOrigin(other.file(), other.row(), "nobody", other.dump(), other.bucket());
    rows.add(at, new Match(first.document(), gone, first.containment()));
    rewrite(file, rows);
    assertThat(violations())
        .contains("nobody (" + other.file())
        .contains("is named as a kept document, but is in no shard");

    List<DocumentOrigin> others =
        rows.stream()
            .filter(Match::isRemoval)
            .map(Match::kept)
            .filter(kept -> kept.row() != other.row())
            .toList();
    DocumentOrigin elsewhere =
        others.stream()
            .filter(each -> each.file().equals(first.document().file()))
            .filter(each -> each.row() < first.document().row())
            .findFirst()
            .orElseThrow();
    rows.set(at, new Match(first.document(), elsewhere, first.containment()));
    rewrite(file, rows);
    assertThat(violations())
        .contains("the kept document contains less than 0.93 of the removed one");

    DocumentOrigin later =
        others.stream()
            .filter(each -> each.file().equals(first.document().file()))
            .filter(each -> each.row() > first.document().row())
            .findFirst()
            .orElseThrow();
    rows.set(at, new Match(first.document(), later, first.containment()));
    rewrite(file, rows);
    assertThat(violations()).contains("for 1 removed documents, such as ");

    rows.set(at, new Match(elsewhere, first.kept(), first.containment()));
    rewrite(file, rows);
    assertThat(violations()).contains("but is named as the kept document of another document");

    Files.write(file, java.util.Arrays.copyOf(sound, 100));
    assertThat(violations()).contains("cannot be read");
    Files.delete(file);
    assertThat(violations()).contains("has no file of unit " + OLD + "#1");
    Files.write(file, sound);
    assertThat(violations()).isEqualTo("[]");
  }

  /** What is wrong elsewhere is found, too, and what is damaged is not in the way of proofs. */
  @Test
  void shouldReportTheRestIfEvidenceIsDamaged() throws IOException, InterruptedException {
    curate();
    output.count("CC-MAIN-2014-10", "", "empty_text", 1);
    change();
    Path file = EvidenceFiles.of(root).ofUnit(OLD + "#1").orElseThrow();
    byte[] sound = Files.readAllBytes(file);
    for (int bytes : new int[] {0, 100, sound.length - 20}) {
      Files.write(file, java.util.Arrays.copyOf(sound, bytes));
      assertThat(violations())
          .as("%s of %s bytes", bytes, sound.length)
          .contains(file.getFileName().toString())
          .contains("empty_text is")
          .contains("the source and the rules do not produce this document")
          .contains("should be kept");
    }
  }

  /** Evidence counts in both directions, whatever names of dumps, buckets and units are in it. */
  @Test
  void shouldFindEvidenceThatNothingElseKnows() throws IOException, InterruptedException {
    curate();
    output.write();
    Path file = EvidenceFiles.of(root).ofUnit(OLD + "#1").orElseThrow();
    List<Match> rows = new ArrayList<>();
    EvidenceFile.read(file, rows::add);
    byte[] sound = Files.readAllBytes(file);
    Match one = rows.stream().filter(Match::isRemoval).findFirst().orElseThrow();
    DocumentOrigin document = one.document();
    for (String[] names : new String[][] {{"CC-MAIN-1999-01", "3.0"}, {document.dump(), "9.0"}}) {
      DocumentOrigin unknown =
          new DocumentOrigin(document.file(), document.row(), "unknown", names[0], names[1]);
      List<Match> more = new ArrayList<>(rows);
      more.add(new Match(unknown, one.kept(), one.containment()));
      rewrite(file, more);
      assertThat(output.validate().violations().stream().map(Finding::line).toList().toString())
          .contains(
              "counts 0 near-duplicates removed from bucket %s of dump %s, but the evidence has 1"
                  .formatted(names[1], names[0]));
    }
    Files.write(file, sound);
    Path stray = file.resolveSibling("000009-0123456789abcdef.parquet");
    Files.copy(file, stray);
    assertThat(output.validate().violations())
        .extracting(Finding::line)
        .singleElement()
        .asString()
        .contains(stray.getFileName().toString(), "belongs to no unit");
  }

  /** The matcher's own files say what evidence must be, without the source. */
  @Test
  void shouldCompareEvidenceWithWhatTheMatcherHasDecided()
      throws IOException, InterruptedException {
    curate().decide();
    output.write();
    assertThat(outputViolations()).isEmpty();
    List<Path> files = EvidenceFiles.of(root).paths();
    Path file = files.get(1);
    byte[] other = Files.readAllBytes(files.get(0));
    byte[] sound = Files.readAllBytes(file);
    List<Match> rows = new ArrayList<>();
    EvidenceFile.read(file, rows::add);

    for (UnaryOperator<Match> change : changes()) {
      List<Match> changed = new ArrayList<>(rows);
      changed.set(7, change.apply(rows.get(7)));
      rewrite(file, changed);
      assertThat(outputViolations())
          .as("%s", changed.get(7))
          .anyMatch(line -> line.startsWith(EvidenceFiles.relative(file) + ": differs from"));
    }
    List<Match> fewer = new ArrayList<>(rows);
    assertThat(fewer.removeIf(match -> !match.isRemoval())).isTrue();
    rewrite(file, fewer);
    assertThat(outputViolations()).singleElement().asString().contains("differs from what the");
    fewer = new ArrayList<>(rows);
    fewer.add(rows.get(rows.size() - 1));
    rewrite(file, fewer);
    assertThat(outputViolations().toString()).contains("but should have no further row");
    try (EvidenceWriter writer =
        new EvidenceWriter(output.publication(), List.of("directory:kept"))) {
      for (Match row : rows) {
        writer.add(row);
      }
      writer.publish(file);
    }
    assertThat(outputViolations())
        .singleElement()
        .asString()
        .contains("it has the kept groups [directory:kept], but should have []");

    Files.write(file, other);
    Files.write(files.get(0), sound);
    assertThat(outputViolations())
        .anyMatch(line -> line.startsWith(EvidenceFiles.relative(file)))
        .anyMatch(line -> line.startsWith(EvidenceFiles.relative(files.get(0))));
    Files.write(file, sound);
    Files.write(files.get(0), other);
    Path second = file.resolveSibling("000009-" + file.getFileName().toString().substring(7));
    Files.write(second, sound);
    assertThat(outputViolations())
        .singleElement()
        .asString()
        .isEqualTo(
            EvidenceFiles.relative(second) + ": belongs to no unit of the output: delete it");
    Files.delete(second);

    FileTree.deleteAll(SignatureDirectory.ofOutput(root).unit(NEW + "#1").orElseThrow());
    assertThat(outputViolations())
        .singleElement()
        .asString()
        .startsWith(SignatureDirectory.DIRECTORY + ": cannot be read: ")
        .contains("has no files of unit " + NEW + "#1: restore all of it from one copy");
  }

  private static List<UnaryOperator<Match>> changes() {
    return List.of(
        match -> new Match(changed(match.document()), match.kept(), match.containment()),
        match -> new Match(match.document(), changed(match.kept()), match.containment()),
        match -> {
          Containment found = match.containment();
          double more = found.share() == 1 ? 0.99 : Math.nextUp((float) found.share());
          return new Match(
              match.document(),
              match.kept(),
              new Containment(found.rule(), more, found.error(), found.similarity()));
        });
  }

  private static DocumentOrigin changed(DocumentOrigin of) {
    return new DocumentOrigin(of.file(), of.row(), of.id() + "!", of.dump(), of.bucket());
  }

  private List<String> outputViolations() throws IOException, InterruptedException {
    return output.validate().violations().stream().map(Finding::line).toList();
  }

  /** What was kept by decision is kept in the replay, after the evidence went with a reset, too. */
  @Test
  void shouldKnowWhatWasKeptInUnitsThatAreForgotten() throws IOException, InterruptedException {
    PlainCuration curation = new PlainCuration(source, output);
    curation.keep(OLD);
    curation.unit(OLD + "#1", OLD_FILES);
    output.forget();
    curation.keep();
    curation.unit(NEW + "#1", NEW_FILES);
    curation.forget(OLD + "#1");
    output.write();
    new TestingHistory(output)
        .ends(ended(OLD + "#1", OLD_FILES), ended(NEW + "#1", NEW_FILES))
        .forgets(forgotten(OLD, sizes(source, OLD_FILES)));
    Files.delete(EvidenceFiles.of(root).ofUnit(OLD + "#1").orElseThrow());
    try (SignatureStore store = signatures()) {
      end(store, OLD + "#1", "directory:" + OLD);
      store.forget("r", List.of(OLD + "#1"), "", 0);
    }
    assertThat(validate().violations()).isEmpty();
  }

  /** What was kept by decision is known from the signatures, whatever became of the evidence. */
  @Test
  void shouldKnowWhatWasKeptWithoutEvidence() throws IOException, InterruptedException {
    PlainCuration curation = new PlainCuration(source, output);
    curation.keep(OLD);
    curation.unit(OLD + "#1", OLD_FILES);
    curation.keep();
    curation.unit(NEW + "#1", NEW_FILES);
    output.write();
    curation.decide();
    assertThat(violations()).isEqualTo("[]");
    Path file = EvidenceFiles.of(root).ofUnit(OLD + "#1").orElseThrow();
    byte[] sound = Files.readAllBytes(file);
    List<Match> rows = new ArrayList<>();
    EvidenceFile.read(file, rows::add);
    rewrite(file, rows);
    assertThat(violations())
        .contains("the evidence of unit " + OLD + "#1 differs")
        .contains("should have [directory:" + OLD);
    for (int bytes : new int[] {0, sound.length - 20}) {
      Files.write(file, java.util.Arrays.copyOf(sound, bytes));
      assertThat(validate().violations())
          .extracting(Finding::line)
          .allMatch(line -> line.contains("cannot be read"));
    }
    Files.delete(file);
    assertThat(validate().violations())
        .extracting(Finding::line)
        .allMatch(
            line -> line.contains("has no file of unit") || line.contains("but the evidence"));
  }

  /** An output may be copied without the signatures. Then the evidence says what was kept. */
  @Test
  void shouldKnowWhatWasKeptWithoutSignatures() throws IOException, InterruptedException {
    PlainCuration curation = new PlainCuration(source, output);
    curation.keep(OLD);
    curation.unit(OLD + "#1", OLD_FILES);
    curation.keep();
    curation.unit(NEW + "#1", NEW_FILES);
    output.write();
    curation.decide();
    FileTree.deleteAll(SignatureDirectory.ofOutput(root).root());
    assertThat(violations()).isEqualTo("[]");
  }

  private SignatureStore signatures() throws IOException {
    return SignatureStore.open(root.resolve("_sluice/signatures"), output.publication());
  }

  /** Publishes the last file of a unit, without documents. */
  private void end(SignatureStore store, String unit, String... kept)
      throws IOException, InterruptedException {
    try (WorkerPool pool = new WorkerPool("test", 1);
        SignatureBatch batch = new SignatureBatch(root.resolve("_sluice/batch"), 1)) {
      new Matcher(store, pool, (one, other) -> one.in(other, 0.95))
          .decide(
              batch,
              new int[0],
              new Position(unit, Frontier.END, "", 0),
              new Guard(1, GuardDecisions.keeping(List.of(kept))));
    }
  }

  private String violations() throws IOException, InterruptedException {
    return Validator.validate(options(), JobProgress.NONE).violations().stream()
        .map(Finding::line)
        .toList()
        .toString();
  }

  private void rewrite(Path file, List<Match> rows) throws IOException {
    Files.delete(file);
    try (EvidenceWriter writer = new EvidenceWriter(output.publication(), List.of())) {
      for (Match row : rows) {
        writer.add(row);
      }
      writer.publish(file);
    }
  }

  @Test
  void shouldPutTemporaryFilesIntoTheWorkDirectory() throws IOException, InterruptedException {
    curate();
    output.write();
    Path work = root.resolve("work/below");
    Set<String> seen = new TreeSet<>();
    Validator.validate(
        options().workingIn(work),
        position -> {
          if (position.phase() == SourceReader.SOURCE) {
            seen.addAll(List.of(work.toFile().list()));
          }
        });
    assertThat(seen).singleElement().asString().startsWith("sluice-validate-");
    assertThat(work).isEmptyDirectory();
  }

  /** A temporary file that cannot be written is not a defect of the source. */
  @Test
  void shouldFailIfTemporaryFilesCannotBeWritten() throws IOException, InterruptedException {
    curate();
    output.write();
    Path work = root.resolve("work");
    assertThatThrownBy(
            () ->
                Validator.validate(
                    options().workingIn(work),
                    position -> {
                      if (position.phase() == SourceReader.SOURCE) {
                        deleteBelow(work);
                      }
                    }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(work.resolve("sluice-validate-").toString());
  }

  private static void deleteBelow(Path directory) {
    try {
      FileTree.deleteAll(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldRequireTheDiskThatTheComparisonNeeds() throws IOException, InterruptedException {
    curate();
    output.count("CC-MAIN-2014-10", "3.0", "near_duplicates_removed", 1L << 50);
    output.write();
    assertThatExceptionOfType(JobRefusedException.class)
        .isThrownBy(this::validate)
        .withMessageContaining("temporary files")
        .withMessageEndingWith("choose a larger disk with --work-dir");
    assertThat(output.validate().violations()).isNotEmpty();
  }

  @Test
  void shouldProveASample() throws IOException, InterruptedException {
    curate();
    output.write();
    ValidationReport report =
        Validator.validate(options().proving(Optional.of(20L)), JobProgress.NONE);
    assertThat(report.violations()).isEmpty();
    NearDuplicateProof proof = report.nearDuplicates().orElseThrow();
    assertThat(proof.compared()).isBetween(10L, 40L);
    assertThat(report.text()).contains("were compared", "removed |", "kept    |");
    assertThat(report.json()).contains("\"near_duplicates\"");
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

  /** Once read again, the dump that was forgotten does not lose to one that had lost to it. */
  @Test
  void shouldCountNoKeysOfWhatWasForgotten() throws IOException, InterruptedException {
    for (String dedup : List.of("bucket", "none")) {
      output = near(root.resolve(dedup), "output");
      output.content.put("dedup.scope", dedup);
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
    for (String dedup : List.of("bucket", "none")) {
      output = near(root.resolve(dedup), "output");
      output.content.put("dedup.scope", dedup);
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
    for (long rows : new long[] {FORGOTTEN, 10 * FORGOTTEN}) {
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
    assertThat(reads.get(10 * FORGOTTEN)).isGreaterThan(2 * reads.get(FORGOTTEN));
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

    String here = " (" + OLD_FILES.get(0) + " row %d), dump CC-MAIN-2013-20, bucket %s\n";
    assertThat(explain(Optional.empty(), "again").text())
        .isEqualTo(
            ("again" + here).formatted(1, "3.0")
                + "  near_duplicates_removed: the same units in the same order as a kept document\n"
                + ("  kept document: first" + here).formatted(0, "3.0"));
    assertThat(explain(Optional.of(tiny), "again").text())
        .contains("    | one two three four", "  kept document: first");
    assertThat(explain(Optional.empty(), "first").text())
        .isEqualTo(
            "removed as near-duplicates of a kept document with the id first: 1\n"
                + ("  - again" + here).formatted(1, "3.0").stripTrailing()
                + "; the same units in the same order as a kept document\n");
    assertThat(explain(Optional.empty(), "edited").text())
        .contains("  kept: only 0.9", " is in a kept document");
    for (String id : List.of("low", "nobody", "other")) {
      assertThatExceptionOfType(JobRefusedException.class)
          .isThrownBy(() -> explain(Optional.empty(), id))
          .withMessageStartingWith(
              "--explain " + id + ": near-deduplication has removed no document");
    }
  }

  private Explanation explain(Optional<Path> from, String id)
      throws IOException, InterruptedException {
    ValidateOptions options =
        new ValidateOptions(output.root, from, Optional.empty(), Set.of(), false, 1 << 20);
    return Validator.explain(options, id);
  }

  private PlainCuration curate() throws IOException, InterruptedException {
    PlainCuration curation = new PlainCuration(source, output);
    curation.unit(OLD + "#1", OLD_FILES);
    curation.unit(NEW + "#1", NEW_FILES);
    return curation;
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
