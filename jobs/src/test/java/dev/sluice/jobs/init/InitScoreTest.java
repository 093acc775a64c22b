package dev.sluice.jobs.init;

import static dev.sluice.jobs.init.TestingInit.init;
import static dev.sluice.jobs.init.TestingInit.unbroken;
import static dev.sluice.jobs.init.TestingInit.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobs.text.JobRefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which column is the score, and in which range. */
class InitScoreTest {
  @TempDir private Path root;
  private TestingLayouts layouts;

  @BeforeEach
  void start() {
    layouts = new TestingLayouts(root);
  }

  private InitJob.Outcome scored(String... names) throws Exception {
    String columns =
        Stream.of(names).map("optional double %s; "::formatted).collect(Collectors.joining());
    layouts.rows(
        "optional binary text (STRING); %s".formatted(columns),
        40,
        (row, group) -> {
          group.append("text", layouts.text() + row);
          for (String name : names) {
            group.append(name, row % 7 / 7.0);
          }
        });
    return init(root);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "toxicity_score",
        "spam_score",
        "perplexity_score",
        "ppl_score",
        "nsfwScore",
        "PII_score",
        "duplicate_score",
        "risk_score",
        "error_score",
        "int_toxicity_score",
        "repetition_score",
        "junk_score",
        "gibberish_score",
        "abuseScore",
        "hallucination_scores"
      })
  void shouldNotTakeForAScoreWhatIsHighForBadTexts(String name) throws Exception {
    InitJob.Outcome beside = scored(name, "quality");
    assertThat(values(beside)).contains("score: quality");
    assertThat(unbroken(beside)).contains(name + " cannot be the score: by its name, high values");
    assertThat(beside.warnings()).isEmpty();
    InitJob.Outcome alone = scored(name);
    assertThat(values(alone)).contains("score: null", "constant: 1.0");
    assertThat(alone.warnings())
        .anyMatch(each -> each.contains(name + " cannot be the score: by its name, high values"));
  }

  @Test
  void shouldTakeNeitherABadNumberForAScoreBecauseItIsTheOnlyOne() throws Exception {
    InitJob.Outcome outcome = scored("perplexity");
    assertThat(values(outcome)).contains("score: null");
    assertThat(outcome.warnings())
        .containsExactly(
            "score: no column has the name of a score; the columns of numbers are perplexity");
  }

  @Test
  void shouldDoubtOneOfTwoScoresOfAnotherMeaning() throws Exception {
    InitJob.Outcome outcome = scored("apple_score", "education_score");
    assertThat(values(outcome)).contains("score: apple_score");
    assertThat(outcome.warnings())
        .containsExactly(
            "score: apple_score was chosen by its name, but the score could also be"
                + " education_score");
  }

  private InitJob.Outcome initWithScore(String column) throws IOException, InterruptedException {
    return init(Optional.of(column), root);
  }

  /**
   * The best guess would be another, and this one none, because high values are bad by its name.
   */
  @Test
  void shouldTakeTheColumnOfTheScoreThatIsNamed() throws Exception {
    scored("quality_score", "perplexity");

    InitJob.Outcome outcome = initWithScore("perplexity");

    assertThat(values(outcome))
        .contains("score: perplexity")
        .anyMatch(v -> v.startsWith("- {name"));
    assertThat(unbroken(outcome))
        .contains("set with --score-column", "40 scores from 0 to 0.857", "quality_score (number");
    assertThat(outcome.warnings())
        .containsExactly(
            "score: perplexity: by its name, high values mean bad texts, but buckets keep high"
                + " values");
    assertThat(values(initWithScore("quality_score"))).contains("score: quality_score");
  }

  @Test
  void shouldReadTheValuesOfANamedColumnAmongMany() throws Exception {
    String columns =
        IntStream.range(0, 300)
            .mapToObj("optional double n%d; "::formatted)
            .collect(Collectors.joining());
    layouts.rows(
        "optional binary text (STRING); %s".formatted(columns),
        20,
        (row, group) -> group.append("text", layouts.text()).append("n299", row / 8.0));

    assertThat(values(initWithScore("n299"))).contains("score: n299", "max: 5.0");
  }

  @Test
  void shouldRefuseAScoreThatIsNone() throws Exception {
    scored("quality_score");

    assertThatThrownBy(() -> initWithScore("quality"))
        .isInstanceOf(JobRefusedException.class)
        .hasMessage(
            "--score-column quality: no row of the sample has this column; the columns of numbers"
                + " are quality_score");
    assertThatThrownBy(() -> initWithScore("text"))
        .isInstanceOf(JobRefusedException.class)
        .hasMessage("--score-column text: it holds text; the columns of numbers are quality_score");
  }

  @Test
  void shouldPassOverNullsAndNumbersThatAreNone() throws Exception {
    double[] odd = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.5};
    layouts.rows(
        "optional binary text (STRING); optional binary content (STRING); optional"
            + " double score; optional double quality; optional double edu_score;",
        40,
        (row, group) -> {
          group.append("content", layouts.text()).append("quality", odd[row % 4]);
          group.append("edu_score", Double.NaN);
        });
    InitJob.Outcome outcome = init(root);

    assertThat(values(outcome))
        .contains("text: content", "score: quality", "min: 0.0", "max: 0.5")
        .contains("- {name: \"0.0\", min: 0.0, max: inf, rate: 1.0}");
    assertThat(unbroken(outcome))
        .contains("score cannot be the score: it holds no number in the sample")
        .contains("30 rows of the sample without a score");
  }
}
