package dev.sluice.operators.filter;

import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorFamily;
import dev.sluice.operators.text.WordRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The filters there are. */
public final class Filters implements OperatorFamily {
  /** Every filter, in the order of the reference page. */
  @Override
  public List<OperatorDescription> all() {
    return List.of(
        LengthFilters.wordCount().description(),
        LengthFilters.characterCount().description(),
        LengthFilters.averageLineLength().description(),
        LengthFilters.maximumLineLength().description(),
        CharacterFilters.alphanumericRatio().description(),
        CharacterFilters.specialCharacterRatio().description(),
        RepetitionFilters.wordRepetition().description(),
        RepetitionFilters.characterRepetition().description(),
        WordListFilters.stopWords().description(),
        WordListFilters.flaggedWords().description(),
        CharacterFilters.urlRatio().description(),
        LanguageFilter.description(),
        GopherQuality.rules().description(),
        GopherRepetition.rules().description(),
        C4Quality.description(),
        FineWebQuality.rules().description(),
        FieldFilters.range(),
        FieldFilters.in(),
        FieldFilters.suffix(),
        SampleFilter.description());
  }

  /**
   * What filters measure, by name, with the defaults of their parameters; the names are those of
   * statistics. Without the share of flagged words, of which there is no default list.
   */
  public static Map<String, Measure> measures(WordRule words) {
    Map<String, Measure> measures = new LinkedHashMap<>();
    for (RuleSet rules : measuring()) {
      measures.putAll(rules.measures(words));
    }
    return measures;
  }

  /**
   * What filters allow of what they measure, unless they are told otherwise, in the order of the
   * reference page. Rules that are off are not there.
   */
  public static List<MeasuredThreshold> thresholds() {
    return measuring().stream().flatMap(rules -> rules.defaults().stream()).toList();
  }

  /** What a filter allows of what it measures; nothing if it compares no numbers. */
  public static List<MeasuredThreshold> thresholds(BoundOperator filter) {
    return rules(filter).flatMap(rules -> rules.bounds(filter.arguments()).stream()).toList();
  }

  /** Whether a filter drops documents for a reason because of a number, unless that is off. */
  public static boolean measures(BoundOperator filter, String reason) {
    return rules(filter)
        .flatMap(rules -> rules.thresholds().stream())
        .anyMatch(threshold -> threshold.reason().equals(reason));
  }

  private static Stream<RuleSet> rules(BoundOperator filter) {
    return Stream.concat(measuring().stream(), Stream.of(WordListFilters.flaggedWords()))
        .filter(rules -> rules.description().name().equals(filter.name()));
  }

  private static List<RuleSet> measuring() {
    return List.of(
        LengthFilters.wordCount(),
        LengthFilters.characterCount(),
        LengthFilters.averageLineLength(),
        LengthFilters.maximumLineLength(),
        CharacterFilters.alphanumericRatio(),
        CharacterFilters.specialCharacterRatio(),
        RepetitionFilters.wordRepetition(),
        RepetitionFilters.characterRepetition(),
        WordListFilters.stopWords(),
        CharacterFilters.urlRatio(),
        GopherQuality.rules(),
        GopherRepetition.rules(),
        FineWebQuality.rules());
  }
}
