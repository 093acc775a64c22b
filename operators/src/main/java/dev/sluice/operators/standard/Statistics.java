package dev.sluice.operators.standard;

import static dev.sluice.operators.OperatorGroup.STATISTIC;
import static dev.sluice.operators.filter.WordParameter.WORDS;

import dev.sluice.core.Digests;
import dev.sluice.operators.Document;
import dev.sluice.operators.MeasurementSink;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorFamily;
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

/** The statistics there are. */
public final class Statistics implements OperatorFamily {
  /** Every one, in the order of the reference page. */
  @Override
  public List<OperatorDescription> all() {
    return List.of(length(), measures(), detectedLanguage(), digest());
  }

  private static OperatorDescription length() {
    return OperatorDescription.of(STATISTIC, "length", "The length of the text.")
        .rule(
            "Measures `bytes` of UTF-8, `characters` (code points), `words`, `lines` (of"
                + " Python's `str.splitlines`) and `paragraphs` (separated by two or more line"
                + " feeds).")
        .reference("datatrove `DocStats`, `LineStats`, `WordStats`")
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
    return OperatorDescription.of(
            STATISTIC, "measures", "The numbers that filters compare with their thresholds.")
        .rule(
            "Computed with the default parameters of the filters: "
                + String.join(
                    ", ",
                    Filters.measures(WordRule.UNICODE).keySet().stream()
                        .map(name -> "`" + name + "`")
                        .toList())
                + ".")
        .reference("the filters")
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
    return OperatorDescription.of(STATISTIC, "detected-language", "The language of the text.")
        .rule(
            "Measures `language`, as the filter of that name detects it (`unknown` if no"
                + " language is probable), and `language_score`, its probability. Ignores columns.")
        .reference("datatrove `LangStats`")
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
    return OperatorDescription.of(STATISTIC, "digest", "A hash that identifies identical texts.")
        .rule("Computes `sha256` of the text in UTF-8, in hexadecimal.")
        .reference("FIPS 180-4")
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
