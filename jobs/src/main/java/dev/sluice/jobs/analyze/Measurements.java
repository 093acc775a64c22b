package dev.sluice.jobs.analyze;

import dev.sluice.core.EndingFailure;
import dev.sluice.jobs.text.ReportMarkdown;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.FieldValue;
import dev.sluice.operators.MeasurementSink;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.Statistic;
import dev.sluice.operators.filter.Filters;
import dev.sluice.operators.filter.Filters.MeasuredThreshold;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * Measures documents. The mappers of a recipe change the text; its filters report what they would
 * do, but drop nothing; then the statistics measure the resulting text. Without a recipe, the
 * measures of filters are compared with their default thresholds. Thread-safe.
 */
final class Measurements {
  private final OperatorChain chain;
  private final List<BoundOperator> statistics;
  private final String scoreColumn;
  private final Map<String, List<MeasuredThreshold>> thresholds = new HashMap<>();

  Measurements(AnalyzeRequest request) {
    this.chain = request.chain();
    this.statistics = request.statistics();
    this.scoreColumn = request.scoreColumn();
    if (chain.operators().isEmpty()) {
      for (MeasuredThreshold threshold : Filters.thresholds()) {
        thresholds.computeIfAbsent(threshold.measure(), any -> new ArrayList<>()).add(threshold);
      }
    }
  }

  /** Returns all rules that may drop documents, in order. */
  List<DropRule> rules() {
    List<DropRule> rules = new ArrayList<>();
    if (chain.operators().isEmpty()) {
      Filters.thresholds().forEach(threshold -> rules.add(rule(threshold)));
      return rules;
    }
    for (int i = 0; i < chain.operators().size(); i++) {
      BoundOperator operator = chain.operators().get(i);
      List<MeasuredThreshold> bounds = Filters.thresholds(operator);
      for (String reason : operator.description().reasons()) {
        rules.add(
            new DropRule(key(i, reason), operator.name(), reason, shown(operator, bounds, reason)));
      }
    }
    return rules;
  }

  /**
   * Formats the thresholds of a filter for a reason, or "off" if it has none, or the arguments if
   * the filter compares no numbers for this reason.
   */
  private static String shown(
      BoundOperator operator, List<MeasuredThreshold> bounds, String reason) {
    String compared =
        bounds.stream()
            .filter(bound -> bound.reason().equals(reason))
            .map(Measurements::shown)
            .collect(Collectors.joining(" or "));
    if (!compared.isEmpty()) {
      return compared;
    }
    return Filters.measures(operator, reason) ? "off" : operator.arguments().toString();
  }

  private static String shown(MeasuredThreshold threshold) {
    return "%s %s %s"
        .formatted(
            threshold.measure(),
            threshold.least() ? "<" : ">",
            ReportMarkdown.number(threshold.bound()));
  }

  private static DropRule rule(MeasuredThreshold threshold) {
    return new DropRule(key(threshold), threshold.filter(), threshold.reason(), shown(threshold));
  }

  private static String key(MeasuredThreshold threshold) {
    return "%s/%s/%s".formatted(threshold.filter(), threshold.reason(), threshold.least());
  }

  private static String key(int operator, String reason) {
    return operator + "/" + reason;
  }

  /** Measures a document and adds the results to a profile. */
  void measure(Document document, Profile profile) {
    OptionalDouble score = score(document);
    Document current = document;
    for (int i = 0; i < chain.operators().size(); i++) {
      Decision decision = chain.operators().get(i).apply(current);
      if (decision instanceof Decision.Changed changed) {
        current = current.with(changed.text());
      } else if (decision instanceof Decision.Dropped dropped) {
        Profile.count(profile.dropped(), key(i, dropped.reason()));
      } else if (decision instanceof Decision.Failed) {
        Profile.count(profile.failed(), chain.operators().get(i).name());
      }
    }
    MeasurementSink sink = sink(profile, score);
    for (BoundOperator statistic : statistics) {
      measure(statistic, current, sink, profile);
    }
  }

  private static void measure(
      BoundOperator bound, Document document, MeasurementSink sink, Profile profile) {
    if (!(bound.operator() instanceof Statistic statistic)) {
      return;
    }
    try {
      statistic.measure(document, sink);
    } catch (EndingFailure e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      Profile.count(profile.failed(), bound.name());
    }
  }

  private OptionalDouble score(Document document) {
    OptionalDouble score =
        document
            .fields()
            .find(scoreColumn)
            .map(FieldValue::number)
            .orElseGet(OptionalDouble::empty);
    return score.isPresent() && Double.isFinite(score.getAsDouble())
        ? score
        : OptionalDouble.empty();
  }

  private MeasurementSink sink(Profile profile, OptionalDouble score) {
    return new MeasurementSink() {
      @Override
      public void number(String name, double value) {
        Profile.Measured measured = profile.number(name);
        measured.numbers().add(value);
        if (score.isPresent() && Double.isFinite(value)) {
          measured.withScore().add(value, score.getAsDouble());
        }
        for (MeasuredThreshold threshold : thresholds.getOrDefault(name, List.of())) {
          if (threshold.isBrokenBy(value)) {
            Profile.count(profile.dropped(), key(threshold));
          }
        }
      }

      @Override
      public void text(String name, String value) {
        profile.label(name).add(value);
      }
    };
  }

  /**
   * A rule that would drop documents.
   *
   * @param key name of the rule's counter
   * @param filter name of the filter that has the rule
   * @param reason the reason that the filter reports
   * @param rule the rule as text for the user
   */
  record DropRule(String key, String filter, String reason, String rule) {}
}
