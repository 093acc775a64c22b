package dev.sluice.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.core.DumpPath;
import dev.sluice.core.DumpRule;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.FieldRules;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where id, dump and score of a row come from. */
class FieldsConfigTest {
  private static SluiceConfig config(String... assignments) {
    return TestingConfig.load(TestingConfig.assignments(assignments)).config();
  }

  private static SourceColumns columns(String... assignments) {
    return config(assignments).input().columns();
  }

  @Test
  void shouldTakeCrawlsOfTheColumnByDefault() {
    assertThat(columns().rules()).isEqualTo(FieldRules.DEFAULT);
    assertThat(columns().mapping().dump()).contains("dump");
    assertThat(columns("input.columns.dump=crawl").rules()).isEqualTo(FieldRules.DEFAULT);
  }

  @Test
  void shouldTakeAllNamesOfANamedColumn() {
    SourceColumns columns = columns("input.dump.column=meta.source");
    assertThat(columns.mapping().dump()).contains("meta.source");
    assertThat(columns.named()).containsExactly(ColumnRole.DUMP);
    assertThat(columns.rules().dump()).isEqualTo(new DumpRule.Names());
    assertThat(columns.key(ColumnRole.DUMP)).isEqualTo("input.dump.column");
    assertThat(columns.key(ColumnRole.ID)).isEqualTo("input.columns.id");
    assertThat(columns().key(ColumnRole.DUMP)).isEqualTo("input.columns.dump");
  }

  @Test
  void shouldFindNamesInTheValuesOfANamedColumn() {
    String regex = "(?<dump>CC-MAIN-[0-9-]+)";
    SourceColumns columns = columns("input.dump.column=cc_segment", "input.dump.match=" + regex);
    assertThat(columns.mapping().dump()).contains("cc_segment");
    assertThat(columns.named()).containsExactly(ColumnRole.DUMP);
    assertThat(columns.rules().dump()).isEqualTo(new DumpRule.Within(DumpPath.of(regex)));
    assertThat(columns.key(ColumnRole.DUMP)).isEqualTo("input.dump.column");
    assertThat(columns.rules().dump().readsColumn()).isTrue();
    assertThat(columns.rules().dump().of("crawl-data/CC-MAIN-2022-21/segments/1.gz"))
        .isEqualTo("CC-MAIN-2022-21");
    assertThat(columns.rules().dump().of("a book")).isEqualTo("unknown");
    assertThat(config("input.dump.column=cc_segment", "input.dump.match=" + regex).content())
        .containsEntry("input.dump.match", regex)
        .containsEntry("input.columns.dump", "");
  }

  @Test
  void shouldTakeThePathAndTheConstantWithoutAColumn() {
    String regex = "(?<dump>[^/]+)/";
    SourceColumns path = columns("input.dump.path=" + regex);
    assertThat(path.mapping().dump()).isEmpty();
    assertThat(path.named()).isEmpty();
    assertThat(path.rules().dump()).isEqualTo(new DumpRule.OfPath(DumpPath.of(regex)));

    SourceColumns constant = columns("input.dump.constant=wiki", "input.columns.dump=dump");
    assertThat(constant.mapping().dump()).isEmpty();
    assertThat(constant.rules().dump()).isEqualTo(new DumpRule.Constant("wiki"));
  }

  @Test
  void shouldTakeTheConstantScoreWithoutAColumn() {
    SourceColumns columns = columns("score.constant=3", "input.columns.score=null");
    assertThat(columns.mapping().score()).isEmpty();
    assertThat(columns.rules().score()).isEqualTo(OptionalDouble.of(3));
    assertThat(columns("score.constant=3")).isEqualTo(columns);
    assertThat(columns().mapping().score()).contains("score");
  }

  @Test
  void shouldMakeIdsOfTextsWithoutAColumn() {
    SourceColumns columns = columns("input.id=text-hash");
    assertThat(columns.mapping().id()).isEmpty();
    assertThat(columns.named()).isEmpty();
    assertThat(columns.rules()).isEqualTo(FieldRules.DEFAULT.withTextIds());
    assertThat(columns("input.id=text-hash", "input.columns.id=null").rules())
        .isEqualTo(columns.rules());
    assertThat(columns().rules().textIds()).isFalse();
  }

  @Test
  void shouldWarnThatIdsOfTextsDropNoCopiesWithoutDeduplication() {
    String[] given = {"input.id=text-hash", "dedup.scope=none"};
    assertThat(TestingConfig.load(TestingConfig.assignments(given)).warnings())
        .containsExactly(
            "input.id (--set): identical texts have the same id, and dedup.scope none keeps all of"
                + " them; to drop copies, set dedup.scope to bucket or global");
    for (String one : given) {
      assertThat(TestingConfig.load(TestingConfig.assignments(one)).warnings()).isEmpty();
    }
    SortedMap<String, String> begun = new TreeMap<>(config(given).content());
    assertThat(TestingConfig.load(TestingConfig.assignments(), Map.of(), begun).warnings())
        .as("of an output, which cannot be changed")
        .isEmpty();
  }

  @Test
  void shouldLetOperatorsAndShardsSeeDumpAndScoreInAnyCase() {
    assertThat(config("input.dump.constant=wiki", "score.constant=3").input().operatorColumns(1))
        .satisfies(seen -> assertThat(seen.names()).containsExactly("dump", "id", "score"));
    assertThat(config("input.dump.column=crawl").input().operatorColumns(1).names())
        .containsExactly("crawl", "dump", "id", "score");
    config("input.dump.path=(?<dump>a)", "output.columns=[id, text, score, dump]");
    assertThat(
            TestingConfig.problems(
                TestingConfig.assignments("input.columns.dump=null", "output.columns=[dump]")))
        .hasSize(1);
  }

  @Test
  void shouldStoreWhatIsReadInsteadOfAColumn() {
    SortedMap<String, String> expected = new TreeMap<>(config().content());
    expected.putAll(
        Map.of(
            "input.columns.dump", "",
            "input.columns.id", "",
            "input.id", "text-hash",
            "input.columns.score", "",
            "input.dump.constant", "wiki",
            "score.constant", "3.0"));
    SluiceConfig config =
        config("input.dump.constant=wiki", "score.constant=3", "input.id=text-hash");

    assertThat(config.content()).isEqualTo(expected);
    assertThat(TestingConfig.load(TestingConfig.assignments(), Map.of(), expected).config())
        .satisfies(
            again -> {
              assertThat(again.content()).isEqualTo(expected);
              assertThat(again.input().columns().rules())
                  .isEqualTo(config.input().columns().rules());
              assertThat(again.input().columns().mapping())
                  .isEqualTo(config.input().columns().mapping());
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          input.dump.constant=../x | input.dump.constant (--set): "../x" is not allowed; must be 1 to 128 of the characters `0-9`
          input.dump.constant=all | input.dump.constant (--set): "all" is not allowed
          input.dump.match=(?<dump>a) | input.dump.match (--set): requires input.dump.column: set that key as well, or remove this key
          input.dump.path=data/ | input.dump.path (--set): "data/" is not allowed; must be a regular expression of at most 1,000 characters with a group `(?<dump>...)`
          input.dump.path=(?<dump> | input.dump.path (--set): "(?<dump>" is not allowed
          input.id=text | input.id (--set): "text" is not allowed; must be text-hash
          input.dump.column=a..b | input.dump.column (--set): "a..b" is not allowed; must be a column
          input.dump=wiki | input.dump (--set): is the single value "wiki"; must be a map of keys to values
          input.dump.constnt=wiki | unknown key; did you mean input.dump.constant?
          score.constant=much | score.constant (--set): "much" is not allowed; must be a number
          score.constant=inf | score.constant (--set): "inf" is not allowed
          score.constant=5.5 | score.constant (--set): with 5.5, no row would be kept; must be from score.min 0.0 to score.max 5.0
          score.constant=1 | score.constant (--set): with 1.0, no row would be kept; must be a score in one of the buckets 2.8 [2.8, 3.0), 3.0 [3.0, 3.5)
          input.columns.score=null | input.columns.score (--set): is empty; must name a column, unless score.constant is set
          """)
  void shouldRefuse(String assignment, String problem) {
    assertThat(TestingConfig.problems(TestingConfig.assignments(assignment)))
        .singleElement()
        .asString()
        .contains(problem);
  }

  /** What an output has is compared with later; what a user sets is never passed over. */
  @Test
  void shouldRefuseNothingBesideWhatTheOutputHas() {
    SortedMap<String, String> begun = new TreeMap<>(config("input.dump.column=crawl").content());
    for (String one : List.of("input.id=text-hash", "score.constant=3", "input.dump.constant=a")) {
      String[] assignment = one.split("=");
      assertThat(
              TestingConfig.load(TestingConfig.assignments(one), Map.of(), begun)
                  .config()
                  .content()
                  .get(assignment[0]))
          .startsWith(assignment[1]);
    }
    begun.put("input.id", "text-hash");
    begun.put("input.columns.id", "");
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(
            () ->
                TestingConfig.load(
                    TestingConfig.assignments("input.columns.id=url"), Map.of(), begun))
        .withMessageContaining("\"url\" cannot be combined with input.id, which is \"text-hash\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          input.dump.constant=a | input.dump.column=b | input.dump.constant (--set): "a" cannot be combined with input.dump.column, which is "b"; set one of these keys
          input.dump.constant=a | input.dump.path=(?<dump>b) | input.dump.constant (--set): "a" cannot be combined with input.dump.path
          input.dump.constant=a | input.columns.dump=crawl | input.columns.dump (--set): "crawl" cannot be combined with input.dump.constant, which is "a"
          input.id=text-hash | input.columns.id=url | input.columns.id (--set): "url" cannot be combined with input.id, which is "text-hash"; set one of these keys, and set the other to null
          score.constant=3 | input.columns.score=quality | input.columns.score (--set): "quality" cannot be combined with score.constant, which is "3"; set one of these keys, and set the other to null
          score.constant=3 | input.columns.score=score | input.columns.score (--set): "score" cannot be combined with score.constant
          score.constant=3 | score.scale=2 | score.scale (--set): 2.0 is not allowed with score.constant
          """)
  void shouldRefuseOneBesideTheOther(String one, String other, String problem) {
    assertThat(TestingConfig.problems(TestingConfig.assignments(one, other)))
        .singleElement()
        .asString()
        .contains(problem);
  }
}
