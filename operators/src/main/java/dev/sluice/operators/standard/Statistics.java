package dev.sluice.operators.standard;

import static dev.sluice.operators.OperatorGroup.STATISTIC;
import static dev.sluice.operators.text.WordRule.WORDS;

import dev.sluice.core.Digests;
import dev.sluice.operators.Document;
import dev.sluice.operators.MeasurementSink;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorFamily;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Statistic;
import dev.sluice.operators.Text;
import dev.sluice.operators.filter.Filters;
import dev.sluice.operators.filter.Measure;
import dev.sluice.operators.text.CharCounts;
import dev.sluice.operators.text.LanguageGuess;
import dev.sluice.operators.text.Lines;
import dev.sluice.operators.text.WordRule;
import dev.sluice.operators.text.Words;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All statistics. */
public final class Statistics implements OperatorFamily {
  /** Lists every statistic, in the order of the reference page. */
  @Override
  public List<OperatorDescription> all() {
    return List.of(length(), measures(), detectedLanguage(), digest());
  }

  private static OperatorDescription length() {
    return OperatorTexts.of("length")
        .describe(STATISTIC)
        .parameters(WORDS)
        .making(
            arguments -> {
              WordRule rule = arguments.value(WORDS);
              return (Statistic) (document, sink) -> measureLength(document.text(), rule, sink);
            });
  }

  private static void measureLength(Text text, WordRule rule, MeasurementSink sink) {
    sink.number("bytes", text.utf8().length);
    sink.number("characters", text.analysis(CharCounts.OF).all());
    sink.number("words", Words.of(text, rule).words());
    sink.number("lines", text.analysis(Lines.UNIVERSAL).count());
    sink.number("paragraphs", text.analysis(Lines.PARAGRAPHS).count());
  }

  private static OperatorDescription measures() {
    return OperatorTexts.of("measures")
        .describe(STATISTIC)
        .rule(
            Filters.measures(WordRule.UNICODE).keySet().stream()
                .collect(
                    Collectors.joining(
                        "`, `", "Computed with the default parameters of the filters: `", "`.")))
        .parameters(WORDS)
        .making(
            arguments -> {
              Map<String, Measure> measures = Filters.measures(arguments.value(WORDS));
              return (Statistic) (document, sink) -> measureAll(document, measures, sink);
            });
  }

  private static void measureAll(
      Document document, Map<String, Measure> measures, MeasurementSink sink) {
    measures.forEach((name, measure) -> sink.number(name, measure.of(document)));
  }

  private static OperatorDescription detectedLanguage() {
    return OperatorTexts.of("detected-language")
        .describe(STATISTIC)
        .making(
            arguments ->
                (Statistic)
                    (document, sink) -> {
                      LanguageGuess guess = document.text().analysis(LanguageGuess.OF);
                      sink.text(
                          "language", guess.language().isEmpty() ? "unknown" : guess.language());
                      sink.number("language_score", guess.probability());
                    });
  }

  private static OperatorDescription digest() {
    return OperatorTexts.of("digest")
        .describe(STATISTIC)
        .making(
            arguments ->
                (Statistic)
                    (document, sink) ->
                        sink.text(
                            "sha256",
                            HexFormat.of()
                                .formatHex(Digests.sha256().digest(document.text().utf8()))));
  }
}
