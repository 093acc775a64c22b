package dev.sluice.operators.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.MeasurementSink;
import dev.sluice.operators.ParameterValue;
import dev.sluice.operators.Statistic;
import dev.sluice.operators.TestingOperators;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  @Test
  void shouldMeasureLengths() {
    assertThat(measure("length", Map.of(), "Caf\u00e9 one.\n\nTwo, three!\n"))
        .containsExactly(
            Map.entry("bytes", "24.0"),
            Map.entry("characters", "23.0"),
            Map.entry("words", "4.0"),
            Map.entry("lines", "3.0"),
            Map.entry("paragraphs", "2.0"));
  }

  @Test
  void shouldMeasureWhatFiltersJudge() {
    Map<String, String> measured =
        measure(
            "measures",
            Map.of("words", ParameterValue.of("whitespace")),
            "the cat and the dog. ".repeat(20));
    assertThat(measured)
        .containsEntry("word_count", "100.0")
        .containsEntry("gopher_word_count", "100.0")
        .containsEntry("gopher_stop_words", "2.0")
        .containsEntry("gopher_mean_word_length", "3.2")
        .containsEntry("fineweb_punctuated_line_ratio", "0.0")
        .containsEntry("stop_word_ratio", "0.6")
        .containsKeys("gopher_top_2_gram", "gopher_duplicate_10_grams", "url_ratio");
    assertThat(Double.parseDouble(measured.get("gopher_top_2_gram")))
        .isCloseTo(1 / 3.0, within(.01));
  }

  @Test
  void shouldRecogniseEqualTextsByTheirDigest() {
    assertThat(measure("digest", Map.of(), "abc"))
        .containsExactly(
            Map.entry(
                "sha256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
  }

  @Test
  void shouldDetectLanguages() {
    assertThat(
            measure("detected-language", Map.of(), "Das ist ein deutscher Satz \u00fcber Wetter."))
        .containsEntry("language", "de");
    assertThat(measure("detected-language", Map.of(), "123"))
        .containsEntry("language", "unknown")
        .containsEntry("language_score", "0.0");
  }

  private static Map<String, String> measure(
      String name, Map<String, ParameterValue> given, String text) {
    BoundOperator operator = TestingOperators.bind(name, given);
    Document document = Document.of(text);
    assertThat(operator.apply(document)).isSameAs(Decision.KEPT);
    Map<String, String> measured = new LinkedHashMap<>();
    ((Statistic) operator.operator())
        .measure(
            document,
            new MeasurementSink() {
              @Override
              public void number(String measure, double value) {
                measured.put(measure, Double.toString(value));
              }

              @Override
              public void text(String measure, String value) {
                measured.put(measure, value);
              }
            });
    return measured;
  }
}
