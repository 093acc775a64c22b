package dev.sluice.jobs.validate.report;

import static dev.sluice.jobs.validate.report.TestingNearDuplicates.NEW;
import static dev.sluice.jobs.validate.report.TestingNearDuplicates.NEW_FILES;
import static dev.sluice.jobs.validate.report.TestingNearDuplicates.OLD;
import static dev.sluice.jobs.validate.report.TestingNearDuplicates.OLD_FILES;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.core.work.FileTree;
import dev.sluice.jobs.validate.output.PlainCuration;
import dev.sluice.jobs.validate.report.Findings.Finding;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.EvidenceFile;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.EvidenceWriter;
import dev.sluice.neardup.Match;
import dev.sluice.neardup.SignatureDirectory;
import dev.sluice.storage.takedown.TakedownList;
import dev.sluice.storage.takedown.TakedownLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares evidence with the source, and with what the matcher has decided. */
class NearDuplicateEvidenceTest {
  @TempDir private static Path source;
  @TempDir private Path root;
  private TestingNearDuplicates near;

  @BeforeAll
  static void write() throws IOException {
    TestingNearDuplicates.write(source);
  }

  @BeforeEach
  void build() {
    near = new TestingNearDuplicates(source, root);
  }

  /** Evidence that someone has changed is not what the source gives, or disagrees with the rest. */
  @Test
  void shouldFindChangedEvidence() throws IOException, InterruptedException {
    near.curateAndWrite();
    Path file = evidence();
    List<Match> rows = rows(file);
    byte[] sound = Files.readAllBytes(file);
    Match first = first(rows, Match::isRemoval);
    int at = rows.indexOf(first);

    rows.remove(at);
    assertThat(violationsOf(file, rows))
        .contains("near-duplicates removed from bucket")
        .contains("the evidence of unit " + OLD + "#1 differs");

    DocumentOrigin other = first.kept();
    DocumentOrigin gone =
        new DocumentOrigin(other.file(), other.row(), "nobody", other.dump(), other.bucket());
    rows.add(at, new Match(first.document(), gone, first.containment()));
    assertThat(violationsOf(file, rows))
        .contains("nobody (" + other.file())
        .contains("is named as a kept document, but is in no shard");

    List<DocumentOrigin> others =
        rows.stream()
            .filter(Match::isRemoval)
            .map(Match::kept)
            .filter(kept -> kept.row() != other.row())
            .filter(kept -> kept.file().equals(first.document().file()))
            .toList();
    DocumentOrigin elsewhere = first(others, each -> each.row() < first.document().row());
    rows.set(at, new Match(first.document(), elsewhere, first.containment()));
    assertThat(violationsOf(file, rows))
        .contains("the kept document contains less than 0.93 of the removed one");

    DocumentOrigin later = first(others, each -> each.row() > first.document().row());
    rows.set(at, new Match(first.document(), later, first.containment()));
    assertThat(violationsOf(file, rows)).contains("for 1 removed documents, such as ");

    rows.set(at, new Match(elsewhere, first.kept(), first.containment()));
    assertThat(violationsOf(file, rows))
        .contains("but is named as the kept document of another document");

    Files.write(file, Arrays.copyOf(sound, 100));
    assertThat(near.violations()).contains("cannot be read");
    Files.delete(file);
    assertThat(near.violations()).contains("has no file of unit " + OLD + "#1");
    Files.write(file, sound);
    assertThat(near.violations()).isEqualTo("[]");
  }

  /** Ids of take-downs say which documents may be missing; other entries say only how many. */
  @Test
  void shouldMissDocumentsThatWereNotTakenDown() throws IOException, InterruptedException {
    near.curate();
    for (String dump : List.of("CC-MAIN-2013-20", "CC-MAIN-2014-10")) {
      for (String bucket : List.of("3.0", "2.5")) {
        near.output.count(dump, bucket, "taken_down", 1);
      }
    }
    near.output.write();
    Path file = evidence();
    List<Match> rows = rows(file);
    Match first = first(rows, Match::isRemoval);
    DocumentOrigin kept = first.kept();
    DocumentOrigin gone =
        new DocumentOrigin(kept.file(), kept.row(), "nobody", kept.dump(), kept.bucket());
    rows.set(rows.indexOf(first), new Match(first.document(), gone, first.containment()));
    String missing = "is in no shard of its bucket";

    takeDown(list -> list.id("somebody".getBytes(UTF_8)));
    assertThat(violationsOf(file, rows)).contains(missing);
    takeDown(list -> list.id("nobody".getBytes(UTF_8)));
    assertThat(near.violations()).doesNotContain(missing);
  }

  @Test
  void shouldAllowForDocumentsThatWereTakenDownByTheirTexts()
      throws IOException, InterruptedException {
    near.curate();
    near.output.write();
    Path file = evidence();
    List<Match> rows = rows(file);
    Match first = first(rows, Match::isRemoval);
    rows.set(
        rows.indexOf(first),
        new Match(first.document(), changed(first.kept()), first.containment()));
    takeDown(list -> list.text(new byte[1], 0, 1));
    assertThat(violationsOf(file, rows)).contains("is in no shard of its bucket");

    near.output.count(first.kept().dump(), first.kept().bucket(), "taken_down", 1);
    near.output.write();
    assertThat(violationsOf(file, rows)).doesNotContain("is in no shard of its bucket");
  }

  private void takeDown(Consumer<TakedownList.Builder> entries) throws IOException {
    TakedownList.Builder list = new TakedownList.Builder();
    entries.accept(list);
    new TakedownLog(root).append(list.build(), "", "url", near.output.publication());
  }

  /** What is wrong elsewhere is found, too, and what is damaged is not in the way of proofs. */
  @Test
  void shouldReportTheRestIfEvidenceIsDamaged() throws IOException, InterruptedException {
    near.curate();
    near.output.count("CC-MAIN-2014-10", "", "empty_text", 1);
    near.change();
    Path file = evidence();
    byte[] sound = Files.readAllBytes(file);
    for (int bytes : new int[] {0, 100, sound.length - 20}) {
      Files.write(file, Arrays.copyOf(sound, bytes));
      assertThat(near.violations())
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
    near.curateAndWrite();
    Path file = evidence();
    List<Match> rows = rows(file);
    byte[] sound = Files.readAllBytes(file);
    Match one = first(rows, Match::isRemoval);
    DocumentOrigin document = one.document();
    for (String[] names : new String[][] {{"CC-MAIN-1999-01", "3.0"}, {document.dump(), "9.0"}}) {
      DocumentOrigin unknown =
          new DocumentOrigin(document.file(), document.row(), "unknown", names[0], names[1]);
      List<Match> more = new ArrayList<>(rows);
      more.add(new Match(unknown, one.kept(), one.containment()));
      rewrite(file, more);
      assertThat(outputViolations().toString())
          .contains(
              "counts 0 near-duplicates removed from bucket %s of dump %s, but the evidence has 1"
                  .formatted(names[1], names[0]));
    }
    Files.write(file, sound);
    Path stray = file.resolveSibling("000009-0123456789abcdef.parquet");
    Files.copy(file, stray);
    assertOneViolation().contains(stray.getFileName().toString(), "belongs to no unit");
  }

  /** The matcher's own files say what evidence must be, without the source. */
  @Test
  void shouldCompareEvidenceWithWhatTheMatcherHasDecided()
      throws IOException, InterruptedException {
    near.curate().decide();
    near.output.write();
    assertThat(outputViolations()).isEmpty();
    List<Path> files = EvidenceFiles.of(root).paths();
    Path file = files.get(1);
    byte[] other = Files.readAllBytes(files.get(0));
    byte[] sound = Files.readAllBytes(file);
    List<Match> rows = rows(file);

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
    assertOneViolation().contains("differs from what the");
    fewer = new ArrayList<>(rows);
    fewer.add(rows.get(rows.size() - 1));
    rewrite(file, fewer);
    assertThat(outputViolations().toString()).contains("but should have no further row");
    rewrite(file, rows, "directory:kept");
    assertOneViolation().contains("it has the kept groups [directory:kept], but should have []");

    Files.write(file, other);
    Files.write(files.get(0), sound);
    assertThat(outputViolations())
        .anyMatch(line -> line.startsWith(EvidenceFiles.relative(file)))
        .anyMatch(line -> line.startsWith(EvidenceFiles.relative(files.get(0))));
    Files.write(file, sound);
    Files.write(files.get(0), other);
    Path second = file.resolveSibling("000009-" + file.getFileName().toString().substring(7));
    Files.write(second, sound);
    assertOneViolation()
        .isEqualTo(
            EvidenceFiles.relative(second) + ": belongs to no unit of the output: delete it");
    Files.delete(second);

    FileTree.deleteAll(SignatureDirectory.ofOutput(root).unit(NEW + "#1").orElseThrow());
    assertOneViolation()
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
    return near.output.validate().violations().stream().map(Finding::line).toList();
  }

  private AbstractStringAssert<?> assertOneViolation() throws IOException, InterruptedException {
    return assertThat(outputViolations()).singleElement().asString();
  }

  /** What was kept by decision is known from the signatures, whatever became of the evidence. */
  @Test
  void shouldKnowWhatWasKeptWithoutEvidence() throws IOException, InterruptedException {
    curateKeepingOld();
    assertThat(near.violations()).isEqualTo("[]");
    Path file = evidence();
    byte[] sound = Files.readAllBytes(file);
    assertThat(violationsOf(file, rows(file)))
        .contains("the evidence of unit " + OLD + "#1 differs")
        .contains("should have [directory:" + OLD);
    for (int bytes : new int[] {0, sound.length - 20}) {
      Files.write(file, Arrays.copyOf(sound, bytes));
      assertThat(near.validate().violations())
          .extracting(Finding::line)
          .allMatch(line -> line.contains("cannot be read"));
    }
    Files.delete(file);
    assertThat(near.validate().violations())
        .extracting(Finding::line)
        .allMatch(
            line -> line.contains("has no file of unit") || line.contains("but the evidence"));
  }

  /** An output may be copied without the signatures. Then the evidence says what was kept. */
  @Test
  void shouldKnowWhatWasKeptWithoutSignatures() throws IOException, InterruptedException {
    curateKeepingOld();
    FileTree.deleteAll(SignatureDirectory.ofOutput(root).root());
    assertThat(near.violations()).isEqualTo("[]");
  }

  private void curateKeepingOld() throws IOException, InterruptedException {
    PlainCuration curation = near.curation();
    curation.keep(OLD);
    curation.unit(OLD + "#1", OLD_FILES);
    curation.keep();
    curation.unit(NEW + "#1", NEW_FILES);
    near.output.write();
    curation.decide();
  }

  private Path evidence() throws IOException {
    return EvidenceFiles.of(root).ofUnit(OLD + "#1").orElseThrow();
  }

  private static <T> T first(List<T> all, Predicate<T> condition) {
    return all.stream().filter(condition).findFirst().orElseThrow();
  }

  private static List<Match> rows(Path file) throws IOException {
    List<Match> rows = new ArrayList<>();
    EvidenceFile.read(file, rows::add);
    return rows;
  }

  private void rewrite(Path file, List<Match> rows, String... kept) throws IOException {
    Files.delete(file);
    try (EvidenceWriter writer = new EvidenceWriter(near.output.publication(), List.of(kept))) {
      for (Match row : rows) {
        writer.add(row);
      }
      writer.publish(file);
    }
  }

  private String violationsOf(Path file, List<Match> rows)
      throws IOException, InterruptedException {
    rewrite(file, rows);
    return near.violations();
  }
}
