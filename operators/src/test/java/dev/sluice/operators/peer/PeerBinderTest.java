package dev.sluice.operators.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.ParameterValue;
import dev.sluice.operators.standard.StandardOperators;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeerBinderTest {
  private final List<String> problems = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final PeerBinder binder =
      new PeerBinder(
          StandardOperators.registry(),
          (subject, origin, message) -> problems.add(subject + ": " + message),
          (subject, origin, message) -> warnings.add(subject + ": " + message));

  private BoundOperator one(String name, Map<String, ParameterValue> given) {
    List<BoundOperator> bound = binder.bind(name, given, "here");
    assertThat(problems).isEmpty();
    assertThat(bound).hasSize(1);
    return bound.get(0);
  }

  private List<String> problems(String name, Map<String, ParameterValue> given) {
    problems.clear();
    binder.bind(name, given, "here");
    return problems;
  }

  @Test
  void shouldTakeParametersByTheirNamesThere() {
    BoundOperator filter =
        one(
            "alphanumeric_filter",
            Map.of("min_ratio", ParameterValue.of("0.1"), "max_ratio", ParameterValue.of("1")));
    assertThat(filter.name()).isEqualTo("alphanumeric-ratio");
    assertThat(filter.arguments()).containsEntry("min", "0.1").containsEntry("max", "1.0");
  }

  @Test
  void shouldHaveTheDefaultsThatThereAre() {
    assertThat(one("words_num_filter", Map.of()).arguments())
        .containsEntry("min", "10.0")
        .containsEntry("max", "off")
        .containsEntry("words", "whitespace");
    assertThat(one("language_id_score_filter", Map.of("lang", ParameterValue.of("en"))).arguments())
        .containsEntry("threshold", "0.8");
    assertThat(one("clean_links_mapper", Map.of()).arguments()).containsEntry("bare", "true");
  }

  @Test
  void shouldTakeParametersByTheirNamesHere() {
    assertThat(
            one("stopwords_filter", Map.of("list", ParameterValue.list("der", "die"))).arguments())
        .containsEntry("list", "[\"der\", \"die\"]");
    assertThat(
            one(
                    "stopwords_filter",
                    Map.of("lang", ParameterValue.of("de"), "list", ParameterValue.list("der")))
                .arguments())
        .containsEntry("list", "[\"der\"]");
    assertThat(
            one(
                    "suffix_filter",
                    Map.of(
                        "suffixes", ParameterValue.of(".md"), "field", ParameterValue.of("path")))
                .arguments())
        .containsEntry("field", "path");
  }

  @Test
  void shouldMakeTwoOperatorsOfOne() {
    assertThat(
            binder.bind(
                "fix_unicode_mapper", Map.of("normalization", ParameterValue.of("NFKC")), "here"))
        .extracting(BoundOperator::name)
        .containsExactly("fix-mojibake", "unicode-normalise");
  }

  private String applied(String name, String text) {
    Document document = Document.of(text);
    for (BoundOperator each : binder.bind(name, Map.of(), "here")) {
      if (each.apply(document) instanceof Decision.Changed changed) {
        document = document.with(changed.text());
      }
    }
    return document.text().string();
  }

  /** Texts of the tests there. */
  @Test
  void shouldCleanAsItIsDoneThere() {
    assertThat(applied("clean_links_mapper", "see HttpS://example.Com/my-page.HTML?a=1&b=2 now"))
        .isEqualTo("see  now");
    assertThat(applied("clean_links_mapper", "HTTP://EXAMPLE.COM")).isEmpty();
    assertThat(
            applied("whitespace_normalization_mapper", "x \t\u200B\u200C\u200D\u2060\uFFFC\u0084y"))
        .isEqualTo("x y");
    String misreadThreeTimes =
        "doesn\u00c3\u0192\u00c2\u00a2\u00c3\u00a2\u00e2\u20ac\u0161"
            + "\u00c2\u00ac\u00c3\u00a2\u00e2\u20ac\u017e\u00c2\u00a2t";
    assertThat(applied("fix_unicode_mapper", misreadThreeTimes)).isEqualTo("doesn\u2019t");
  }

  @Test
  void shouldReplaceWhatAPatternFinds() {
    BoundOperator cleaner =
        one(
            "clean_email_mapper",
            Map.of("pattern", ParameterValue.of("r'a.b'"), "repl", ParameterValue.of("<X>")));
    assertThat(cleaner.apply(Document.of("1a\nb2")))
        .isInstanceOfSatisfying(
            Decision.Changed.class,
            changed -> assertThat(changed.text().string()).isEqualTo("1<X>2"));
    assertThat(one("clean_email_mapper", Map.of("pattern", ParameterValue.of(""))).name())
        .isEqualTo("emails");
    assertThat(problems("replace_content_mapper", Map.of()))
        .containsExactly(
            "replace_content_mapper.pattern: is missing and has no default in Sluice: set it to a"
                + " regular expression");
    assertThat(problems("suffix_filter", Map.of("suffixes", ParameterValue.of(".md"))))
        .containsExactly(
            "suffix_filter.field: is missing and has no default in Sluice: set it to the column"
                + " with the file's name");
  }

  @Test
  void shouldWarnOfWhatHasNoEffect() {
    one(
        "flagged_words_filter",
        Map.of(
            "list",
            ParameterValue.of("x"),
            "num_proc",
            ParameterValue.of("4"),
            "flagged_words_dir",
            ParameterValue.of("./a")));
    assertThat(warnings)
        .containsExactlyInAnyOrder(
            "flagged_words_filter.num_proc: has no effect in Sluice",
            "flagged_words_filter.flagged_words_dir: has no effect in Sluice");
  }

  @Test
  void shouldRefuseWhatWouldBeAnotherRule() {
    assertThat(problems("alphanumeric_filter", Map.of("tokenization", ParameterValue.of("True"))))
        .containsExactly(
            "alphanumeric_filter.tokenization: \"True\" is not supported; must be false");
    assertThat(problems("text_length_filter", Map.of("reversed_range", ParameterValue.of("true"))))
        .containsExactly(
            "text_length_filter.reversed_range: \"true\" is not supported; must be false");
    assertThat(problems("stopwords_filter", Map.of("lang", ParameterValue.of("de")))).hasSize(1);
    assertThat(problems("chinese_convert_mapper", Map.of())).hasSize(1);
    assertThat(problems("words_num_filter", Map.of("max_num", ParameterValue.of("x"))))
        .containsExactly(
            "word-count.max: \"x\" is not allowed; must be a number of at least 0, or off");
  }

  @Test
  void shouldSayWhatThereIsInstead() {
    assertThat(problems("perplexity_filter", Map.of()).get(0))
        .startsWith(
            "perplexity_filter: has no counterpart in Sluice: omit it: Sluice has no language"
                + " model. ");
    assertThat(problems("image_shape_filter", Map.of()))
        .containsExactly(
            "image_shape_filter: has no counterpart in Sluice: operators process texts only");
    assertThat(problems("document_minhash_deduplicator", Map.of()).get(0)).contains("dedup");
    assertThat(problems("words_num_filter", Map.of("min_nun", ParameterValue.of("1"))))
        .containsExactly("words_num_filter.min_nun: unknown parameter; did you mean min_num?");
    assertThat(problems("word-cuont", Map.of()))
        .containsExactly("word-cuont: unknown operator; did you mean word-count?");
  }

  @Test
  void shouldNameNothingThatIsNotThere() {
    for (PeerOperator peer : DataJuicer.operators()) {
      for (PeerOperator.Step step : peer.steps()) {
        OperatorDescription operator =
            StandardOperators.registry().find(step.operator()).orElseThrow();
        assertThat(operator.parameters())
            .describedAs(peer.name())
            .extracting(parameter -> parameter.name())
            .containsAll(step.parameters().values())
            .containsAll(step.values().keySet());
      }
    }
  }
}
