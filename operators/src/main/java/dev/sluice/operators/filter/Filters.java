package dev.sluice.operators.filter;

import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorFamily;
import dev.sluice.operators.text.WordRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All filters. */
public final class Filters implements OperatorFamily {
  /** Lists every filter, in the order of the reference page. */
  @Override
  public List<OperatorDescription> all() {
    List<OperatorDescription> all = new ArrayList<>();
    RangeFilters.ALL.forEach(rules -> all.add(rules.description()));
    all.add(LanguageFilter.description());
    all.add(GopherQuality.RULES.description());
    all.add(GopherRepetition.RULES.description());
    all.add(C4Quality.description());
    all.add(FineWebQuality.RULES.description());
    all.addAll(FieldFilters.all());
    all.add(SampleFilter.description());
    return all;
  }

  /**
   * Returns the measures of filters with their default parameters, by the name of the statistic.
   * Omits the share of flagged words, for which there is no default list.
   */
  public static Map<String, Measure> measures(WordRule words) {
    Map<String, Measure> measures = new LinkedHashMap<>();
    measuring().forEach(rules -> measures.putAll(rules.measures(words)));
    return measures;
  }

  /**
   * Returns the default thresholds of filters, in the order of the reference page. Omits rules that
   * are off.
   */
  public static List<MeasuredThreshold> thresholds() {
    return measuring().flatMap(rules -> rules.defaults().stream()).toList();
  }

  /**
   * Returns the thresholds of a filter. The list is empty if the filter does not compare numbers.
   */
  public static List<MeasuredThreshold> thresholds(BoundOperator filter) {
    return rules(filter).flatMap(rules -> rules.bounds(filter.arguments()).stream()).toList();
  }

  /**
   * Returns whether a reason of a filter belongs to a threshold on a number. The threshold may be
   * off.
   */
  public static boolean measures(BoundOperator filter, String reason) {
    return rules(filter)
        .flatMap(rules -> rules.thresholds().stream())
        .anyMatch(threshold -> threshold.reason().equals(reason));
  }

  private static Stream<RuleSet> rules(BoundOperator filter) {
    return rules().filter(rules -> rules.name().equals(filter.name()));
  }

  private static Stream<RuleSet> rules() {
    return Stream.concat(
        RangeFilters.ALL.stream(),
        Stream.of(GopherQuality.RULES, GopherRepetition.RULES, FineWebQuality.RULES));
  }

  private static Stream<RuleSet> measuring() {
    return rules().filter(rules -> rules != RangeFilters.FLAGGED);
  }

  /**
   * A limit of a filter on a number that a statistic measures.
   *
   * @param filter the name of the filter
   * @param reason the reason for dropping documents beyond the bound
   * @param measure the name of the number
   * @param least whether the bound is the least number allowed, not the greatest
   * @param bound the number allowed
   */
  public record MeasuredThreshold(
      String filter, String reason, String measure, boolean least, double bound) {
    /** Returns whether a number is beyond the bound. */
    public boolean isBrokenBy(double number) {
      return least ? number < bound : number > bound;
    }
  }
}
