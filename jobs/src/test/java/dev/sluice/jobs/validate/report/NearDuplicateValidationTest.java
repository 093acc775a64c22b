package dev.sluice.jobs.validate.report;

import static dev.sluice.jobs.validate.report.TestingNearDuplicates.OLD;
import static dev.sluice.jobs.validate.report.TestingNearDuplicates.OLD_FILES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.testing.RecordCopy;
import dev.sluice.core.work.FileTree;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.validate.Validator;
import dev.sluice.jobs.validate.output.Explanation;
import dev.sluice.jobs.validate.output.PlainCuration;
import dev.sluice.jobs.validate.report.Findings.Finding;
import dev.sluice.jobs.validate.report.TestingOutput.Document;
import dev.sluice.jobs.validate.source.SourceReader;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.Match;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares outputs of near-deduplication with their source, sound ones and changed ones. */
class NearDuplicateValidationTest {
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

  @Test
  void shouldPassWhatTheRulesGive() throws IOException, InterruptedException {
    for (String scope : List.of("output", "dump")) {
      for (String dedup : List.of("bucket", "global", "none")) {
        near = new TestingNearDuplicates(source, root.resolve(scope + dedup), scope, dedup);
        passes(scope + " " + dedup);
      }
    }
    near = new TestingNearDuplicates(source, root.resolve("operators"));
    near.output.content.putAll(PlainCuration.OPERATORS);
    passes("operators");
  }

  private void passes(String what) throws IOException, InterruptedException {
    near.curateAndWrite();
    ValidationReport report = near.validate();
    assertThat(report.violations()).as(what).isEmpty();
    long removed = near.output.counters.total("near_duplicates_removed");
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
    near.output.content.put("near-dedup.threshold", "1.0");
    near.curateAndWrite();
    List<Match> matches = new ArrayList<>();
    EvidenceFiles.of(root).read(matches::add);
    Stream<DocumentOrigin> removed = matches.stream().filter(Match::isRemoval).map(Match::document);
    NearDuplicateProof proof = near.validate().nearDuplicates().orElseThrow();
    assertThat(proof.least()).isEqualTo(1);
    assertThat(proof.worst())
        .extracting(pair -> pair.file() + " " + pair.row())
        .isEqualTo(removed.limit(10).map(each -> each.file() + " " + each.row()).toList());
  }

  @Test
  void shouldFindWhatIsMissingOrShouldHaveBeenRemoved() throws IOException, InterruptedException {
    near.curate();
    near.change();
    List<String> seen =
        Validator.validate(near.options(), JobProgress.NONE).violations().stream()
            .filter(finding -> finding.check() == Check.SOURCE)
            .map(Finding::line)
            .toList();
    assertThat(seen).hasSize(2);
    assertThat(seen.toString())
        .contains("the source and the rules do not produce this document", "should be kept");
  }

  @Test
  void shouldPutTemporaryFilesIntoTheWorkDirectory() throws IOException, InterruptedException {
    near.curateAndWrite();
    Path work = root.resolve("work/below");
    Set<String> seen = new TreeSet<>();
    Validator.validate(
        RecordCopy.with(near.options(), "workDirectory", work),
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
    near.curateAndWrite();
    Path work = root.resolve("work");
    assertThatThrownBy(
            () ->
                Validator.validate(
                    RecordCopy.with(near.options(), "workDirectory", work),
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
    near.curate();
    near.output.count("CC-MAIN-2014-10", "3.0", "near_duplicates_removed", 1L << 50);
    near.output.write();
    assertThatExceptionOfType(JobRefusedException.class)
        .isThrownBy(near::validate)
        .withMessageContaining("temporary files")
        .withMessageEndingWith("choose a larger disk with --work-dir");
    assertThat(near.output.validate().violations()).isNotEmpty();
  }

  @Test
  void shouldProveASample() throws IOException, InterruptedException {
    near.curateAndWrite();
    ValidationReport report =
        Validator.validate(
            RecordCopy.with(near.options(), "sample", Optional.of(20L)), JobProgress.NONE);
    assertThat(report.violations()).isEmpty();
    NearDuplicateProof proof = report.nearDuplicates().orElseThrow();
    assertThat(proof.compared()).isBetween(10L, 40L);
    assertThat(report.text()).contains("were compared", "removed |", "kept    |");
    assertThat(report.json()).contains("\"near_duplicates\"");
  }

  @Test
  void shouldExplainWhyADocumentIsNotThere() throws IOException, InterruptedException {
    Path tiny = root.resolve("source");
    String text = "one two three four five six seven eight nine ten eleven twelve";
    String edited = text + " thirteen";
    TestingNearDuplicates.write(
        tiny.resolve(OLD_FILES.get(0)),
        List.of(
            Document.of("first", text, 3.5),
            Document.of("again", text, 4.5),
            Document.of("edited", edited, 3.5),
            Document.of("first", text, 3.5),
            Document.of("low", text, 1),
            Document.of("other", "Something else altogether.", 3.5)));
    new PlainCuration(tiny, near.output).unit(OLD + "#1", List.of(OLD_FILES.get(0)));
    near.output.write();

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
        TestingOutput.options(near.output.root, from, Optional.empty(), Set.of());
    return Validator.explain(options, id);
  }
}
