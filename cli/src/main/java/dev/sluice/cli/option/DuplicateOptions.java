package dev.sluice.cli.option;

import dev.sluice.jobs.dedup.DuplicateMethod;
import dev.sluice.jobs.dedup.DuplicateMethod.Kind;
import dev.sluice.jobs.dedup.Keep;
import dev.sluice.jobs.dedup.TextNormalisation;
import dev.sluice.jobs.dedup.TextUnit;
import dev.sluice.settings.Problems;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The options that define what near-duplicates are, and which of them are kept. */
public final class DuplicateOptions {
  /** Types of the options whose values are names. */
  static final List<Class<? extends Enum<?>>> NAMED =
      List.of(Kind.class, TextNormalisation.class, TextUnit.class, Keep.class);

  private static final String THRESHOLD = "--threshold";
  private static final String GUARD = "--guard";
  private static final String NORMALISE = "--normalise";
  private static final String UNIT = "--unit";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description =
          "How duplicates are found: minhash, simhash or exact. With minhash, a document is "
              + "removed if a kept document contains nearly all of it. Default: minhash.")
  private Kind method = Kind.MINHASH;

  @Option(
      names = THRESHOLD,
      paramLabel = "SHARE",
      description =
          "With minhash: the minimum share of a document that a kept document must contain, "
              + "from 0.9 to 1. Default: ${DEFAULT-VALUE}.")
  private double threshold = DuplicateMethod.USUAL_THRESHOLD;

  @Option(
      names = NORMALISE,
      paramLabel = "HOW",
      description =
          "With exact: the differences to ignore, none or whitespace. Default: whitespace.")
  private TextNormalisation normalise = TextNormalisation.WHITESPACE;

  @Option(
      names = UNIT,
      paramLabel = "UNIT",
      description =
          "With exact: the unit to compare (document, paragraph or line). Repeated paragraphs and"
              + " lines of 20 bytes or more are removed from their documents. Default: document.")
  private TextUnit unit = TextUnit.DOCUMENT;

  @Option(
      names = "--keep",
      paramLabel = "WHICH",
      description =
          "Which of several near-duplicates is kept: first, highest-score or longest. Default:"
              + " first.")
  private Keep keep = Keep.FIRST;

  @Option(
      names = GUARD,
      paramLabel = "SHARE",
      description =
          "Maximum share of its documents that a directory may lose, from 0 to 1. Exact "
              + "copies do not count. If a directory would lose more, the command stops before it "
              + "writes anything. Default: 1, with a warning above 0.3.")
  private double guard = 1;

  /** Reports problems of these options. */
  public void check(Problems problems) {
    switch (method) {
      case MINHASH -> refuse(problems, NORMALISE, UNIT);
      case SIMHASH -> refuse(problems, THRESHOLD, NORMALISE, UNIT);
      case EXACT -> refuse(problems, THRESHOLD, GUARD);
    }
    problems.check(
        threshold >= DuplicateMethod.LEAST_THRESHOLD && threshold <= 1,
        THRESHOLD,
        "%s is out of range; must be from %s to 1. With a lower threshold, too many near-duplicates would not be found"
            .formatted(threshold, DuplicateMethod.LEAST_THRESHOLD));
    problems.check(
        guard >= 0 && guard <= 1,
        GUARD,
        "%s is out of range; must be from 0 to 1".formatted(guard));
    problems.check(
        unit == TextUnit.DOCUMENT || keep == Keep.FIRST,
        "--keep",
        "%s applies only to whole documents. Of equal paragraphs and lines, the first is always kept"
            .formatted(ValueConverters.name(keep)));
  }

  private void refuse(Problems problems, String... others) {
    ParseResult given = command.commandLine().getParseResult();
    for (String option : others) {
      problems.check(
          !given.hasMatchedOption(option),
          option,
          "cannot be used with --method %s".formatted(ValueConverters.name(method)));
    }
  }

  /** Returns how near-duplicates are found. */
  public DuplicateMethod method() {
    return new DuplicateMethod(method, threshold, normalise, unit);
  }

  /** Returns which of several near-duplicates is kept. */
  public Keep keep() {
    return keep;
  }

  /** Returns the largest share of its documents that a directory may lose. */
  public double guard() {
    return guard;
  }
}
