package dev.sluice.cli.option;

import dev.sluice.jobs.dedup.method.ExactMethod;
import dev.sluice.jobs.dedup.method.TextNormalisation;
import dev.sluice.jobs.dedup.method.TextUnit;
import dev.sluice.jobs.dedup.method.UnitRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options for equal texts. */
final class ExactOptions {
  @Option(
      names = "--normalise",
      paramLabel = "HOW",
      description =
          "exact: differences to ignore: none, whitespace, or words (also case, punctuation and"
              + " numbers). Default: whitespace.")
  private Optional<String> normalise = Optional.empty();

  @Option(
      names = "--unit",
      paramLabel = "UNIT",
      description =
          "exact: what to compare: document, paragraph or line. Repeated paragraphs and lines are"
              + " removed from their documents. Default: document.")
  private Optional<String> unit = Optional.empty();

  @Option(
      names = "--min-unit-length",
      paramLabel = "BYTES",
      description =
          "exact: shorter paragraphs and lines are left alone. Default: " + UnitRule.USUAL_BYTES)
  private Optional<Integer> leastLength = Optional.empty();

  /** Reports problems of single options. */
  void checkEach(OptionProblems problems) {
    normalise.ifPresent(
        name ->
            problems.oneOf("--normalise", name, TitledValues.titles(TextNormalisation.values())));
    unit.ifPresent(name -> problems.oneOf("--unit", name, TitledValues.titles(TextUnit.values())));
    leastLength.ifPresent(
        bytes ->
            problems.within("--min-unit-length", bytes, UnitRule.MIN_BYTES, UnitRule.MAX_BYTES));
  }

  /** Reports combinations that are not allowed. */
  void checkTogether(OptionProblems problems) {
    problems.check(
        comparesParts() || leastLength.isEmpty(),
        "--min-unit-length",
        "is for --unit paragraph and line");
  }

  /** The options that are set. */
  List<String> given() {
    List<String> given = new ArrayList<>();
    normalise.ifPresent(value -> given.add("--normalise"));
    unit.ifPresent(value -> given.add("--unit"));
    leastLength.ifPresent(value -> given.add("--min-unit-length"));
    return given;
  }

  private TextUnit unit() {
    return unit.map(name -> TitledValues.of(TextUnit.values(), name)).orElse(TextUnit.DOCUMENT);
  }

  /** Whether parts of documents are compared. */
  boolean comparesParts() {
    return unit() != TextUnit.DOCUMENT;
  }

  /** The method; only valid without problems. */
  ExactMethod method() {
    return new ExactMethod(
        normalise
            .map(name -> TitledValues.of(TextNormalisation.values(), name))
            .orElse(TextNormalisation.WHITESPACE),
        comparesParts()
            ? Optional.of(new UnitRule(unit(), leastLength.orElse(UnitRule.USUAL_BYTES)))
            : Optional.empty());
  }
}
