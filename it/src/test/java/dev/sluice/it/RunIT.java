package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.testing.Corpus;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run makes of a source, compared with the rules written down once more. */
@Order(2)
class RunIT {
  @TempDir Path directory;

  /** Here, so that its time is not that of a test. */
  @BeforeAll
  static void awaitTheRun() {
    Undisturbed.output();
  }

  @Test
  void shouldKeepAndCountWhatTheRulesSay() {
    PlainCuration.Result expected =
        PlainCuration.of(Undisturbed.source(), PlainCuration.Rules.DEFAULT);
    assertThat(Differences.between(expected.kept(), Undisturbed.output().kept())).isEmpty();
    assertThat(Undisturbed.output().countersByDump()).isEqualTo(expected.counters());
    Undisturbed.output().hasNoLeftovers();
  }

  @Test
  void shouldMakeEveryFileMoreThanOnce() {
    assertThat(Undisturbed.output().cuts()).as("several cuts a partition").isGreaterThan(16);
  }

  @ParameterizedTest
  @CsvSource({"true, 1", "false, 7"})
  void shouldMakeTheSameBytes(boolean pushDown, int workers) {
    Job job =
        Job.of(
            Undisturbed.source(),
            directory.resolve("output"),
            "--set",
            "ingest.push-down=" + pushDown,
            "--workers=" + workers);
    job.run(0);
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
  }

  @Test
  void shouldPassValidationAgainstTheSource() {
    Program.run(
            "validate",
            Undisturbed.output().root().toString(),
            "--source",
            Undisturbed.source().toString())
        .with(0);
  }

  @Test
  @Tag(Corpus.TAG)
  void shouldKeepTheRightDocumentsOfRealOnes() {
    Path corpus = Corpus.directory();
    Job plain = Job.of(corpus, directory.resolve("plain"));
    Job other =
        Job.of(
            corpus,
            directory.resolve("other"),
            "--set",
            "ingest.push-down=false",
            "--workers",
            "7");
    plain.run(0);
    other.run(0);
    PlainCuration.Result expected = PlainCuration.of(corpus, PlainCuration.Rules.DEFAULT);
    assertThat(Differences.between(expected.kept(), plain.result().kept())).isEmpty();
    assertThat(expected.kept()).isNotEmpty();
    assertThat(plain.result().countersByDump()).isEqualTo(expected.counters());
    assertThat(other.result().files()).isEqualTo(plain.result().files());
  }
}
