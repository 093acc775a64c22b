package dev.sluice.cli.option;

import dev.sluice.algorithms.neardup.Bands;
import dev.sluice.algorithms.neardup.HammingBlocks;
import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.jobs.dedup.method.DuplicateMethod;
import dev.sluice.jobs.dedup.method.ExactMethod;
import dev.sluice.jobs.dedup.method.MinHashMethod;
import dev.sluice.jobs.dedup.method.SimHashMethod;
import dev.sluice.jobs.dedup.method.TextNormalisation;
import dev.sluice.jobs.dedup.method.TextUnit;
import dev.sluice.jobs.dedup.method.UnitRule;
import dev.sluice.jobs.dedup.stage.ClusterRule;
import dev.sluice.operators.minhash.HashFamily;
import dev.sluice.operators.shingle.MinHashPreset;
import dev.sluice.operators.shingle.ShingleUnit;
import dev.sluice.settings.Problems;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The options that define what near-duplicates are, and which of them are kept. */
public final class DuplicateOptions {
  /** Types of the options whose values are names. */
  static final List<Class<? extends Enum<?>>> NAMED =
      List.of(
          Method.class,
          Check.class,
          Semantics.class,
          MinHashPreset.class,
          ShingleUnit.class,
          HashFamily.class,
          TextNormalisation.class,
          TextUnit.class,
          Survivor.class);

  private static final List<String> OF_MINHASH =
      List.of(
          "--preset",
          "--bands",
          "--rows",
          "--threshold",
          "--permutations",
          "--hashing",
          "--check",
          "--check-threshold");

  private static final List<String> OF_SHINGLES = List.of("--shingle", "--shingle-length");
  private static final List<String> OF_SIMHASH = List.of("--distance");
  private static final List<String> OF_EXACT =
      List.of("--normalise", "--unit", "--min-unit-length");

  private static final double USUAL_LEAST = 0.7;
  private static final int USUAL_PERMUTATIONS = 128;
  private static final int MOST_PERMUTATIONS = 1_024;
  private static final int MOST_LENGTH = 1_000;
  private static final int MOST_DISTANCE = 7;
  private static final int FEATURE_LENGTH = 3;

  /**
   * The number of fingerprints for which tables are chosen. With more fingerprints, the search
   * takes longer but misses no pair.
   */
  private static final long FINGERPRINTS = 10_000_000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description = "Method of deduplication: minhash, simhash or exact. Default: minhash.")
  private Method method = Method.MINHASH;

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description =
          "Use the shingles and bands of datatrove, data-juicer, text-dedup or nemo. Default: the"
              + " bands of datatrove.")
  private Optional<MinHashPreset> preset = Optional.empty();

  @Option(
      names = "--shingle",
      paramLabel = "UNIT",
      description =
          "Unit of shingles: auto (words, but single letters in scripts without spaces), words,"
              + " unicode-words or characters. Default: the unit of the preset; without a preset,"
              + " words if --hashing is set, otherwise auto.")
  private Optional<ShingleUnit> shingle = Optional.empty();

  @Option(
      names = "--shingle-length",
      paramLabel = "N",
      description =
          "Length of a shingle in units. Default: the length in the preset, or 5 without a preset;"
              + " 3 for simhash.")
  private Optional<Integer> shingleLength = Optional.empty();

  @Option(
      names = "--bands",
      paramLabel = "B",
      description = "Number of bands. Default: the number in the preset, or 14 without a preset.")
  private Optional<Integer> bands = Optional.empty();

  @Option(
      names = "--rows",
      paramLabel = "R",
      description =
          "Number of rows per band. Default: the number in the preset, or 8 without a preset.")
  private Optional<Integer> rows = Optional.empty();

  @Option(
      names = "--threshold",
      paramLabel = "S",
      description =
          "Choose the numbers of bands and of rows per band that have the least error for this"
              + " similarity.")
  private Optional<Double> threshold = Optional.empty();

  @Option(
      names = "--permutations",
      paramLabel = "K",
      description = "Maximum number of rows in a signature. With --threshold, the default is 128.")
  private Optional<Integer> permutations = Optional.empty();

  @Option(
      names = "--hashing",
      paramLabel = "NAME",
      description =
          "How to compute hashes: fast, or with the arithmetic of datatrove, fineweb, data-juicer"
              + " or text-dedup. Default: fast.")
  private HashFamily hashing = HashFamily.FAST;

  @Option(
      names = "--check",
      paramLabel = "HOW",
      description =
          "How to compare candidates: estimate (by signatures), exact (by all shingles, which reads"
              + " the candidates again) or none. Default: estimate.")
  private Check check = Check.ESTIMATE;

  @Option(
      names = "--check-threshold",
      paramLabel = "S",
      description =
          "Minimum similarity of near-duplicates. Default: the value of --threshold, or 0.7.")
  private Optional<Double> checkThreshold = Optional.empty();

  @Option(
      names = "--distance",
      paramLabel = "K",
      description = "For simhash, the maximum number of bits that differ. Default: 3.")
  private int distance = 3;

  @Option(
      names = "--normalise",
      paramLabel = "HOW",
      description =
          "For exact, which differences to ignore: none, whitespace, or words (whitespace, case,"
              + " punctuation and numbers). Default: whitespace.")
  private TextNormalisation normalise = TextNormalisation.WHITESPACE;

  @Option(
      names = "--unit",
      paramLabel = "UNIT",
      description =
          "For exact, what to compare: document, paragraph or line. Repeated paragraphs and lines"
              + " are removed from their documents. Default: document.")
  private TextUnit unit = TextUnit.DOCUMENT;

  @Option(
      names = "--min-unit-length",
      paramLabel = "BYTES",
      description =
          "For exact, keep all paragraphs and lines shorter than this. Default: "
              + UnitRule.USUAL_BYTES)
  private Optional<Integer> leastLength = Optional.empty();

  @Option(
      names = "--keep",
      paramLabel = "WHICH",
      description =
          "Which document of each cluster to keep: first, highest-score or longest. Default:"
              + " first.")
  private Survivor keep = Survivor.FIRST;

  @Option(
      names = "--semantics",
      paramLabel = "RULE",
      description =
          "Which documents are duplicates: connected (linked to a kept document by a chain of"
              + " matches), greedy (matching a kept document) or earliest (matching any earlier"
              + " document, kept or not). Default: connected.")
  private Semantics semantics = Semantics.CONNECTED;

  enum Method {
    MINHASH,
    SIMHASH,
    EXACT
  }

  enum Check {
    ESTIMATE,
    EXACT,
    NONE
  }

  enum Semantics {
    CONNECTED(ClusterRule.CONNECTED),
    GREEDY(ClusterRule.FIRST_COME),
    EARLIEST(ClusterRule.EARLIEST);

    private final ClusterRule rule;

    Semantics(ClusterRule rule) {
      this.rule = rule;
    }
  }

  /** Reports problems of these options. */
  public void check(Problems problems) {
    int before = problems.count();
    checkRanges(problems);
    switch (method) {
      case MINHASH -> refuse(problems, List.of(OF_SIMHASH, OF_EXACT));
      case SIMHASH -> refuse(problems, List.of(OF_MINHASH, OF_EXACT));
      case EXACT -> refuse(problems, List.of(OF_MINHASH, OF_SHINGLES, OF_SIMHASH));
    }
    if (problems.count() == before) {
      checkTogether(problems);
    }
  }

  private void checkRanges(Problems problems) {
    shingleLength.ifPresent(n -> problems.within("--shingle-length", n, 1, MOST_LENGTH));
    bands.ifPresent(n -> problems.within("--bands", n, 1, MOST_PERMUTATIONS));
    rows.ifPresent(n -> problems.within("--rows", n, 1, MOST_PERMUTATIONS));
    permutations.ifPresent(n -> problems.within("--permutations", n, 1, MOST_PERMUTATIONS));
    threshold.ifPresent(
        share ->
            problems.check(
                share > 0 && share < 1,
                "--threshold",
                "%s is out of range; must be more than 0 and less than 1".formatted(share)));
    checkThreshold.ifPresent(
        share ->
            problems.check(
                share > 0 && share <= 1,
                "--check-threshold",
                "%s is out of range; must be more than 0 and at most 1".formatted(share)));
    problems.within("--distance", distance, 0, MOST_DISTANCE);
    leastLength.ifPresent(
        bytes ->
            problems.within("--min-unit-length", bytes, UnitRule.MIN_BYTES, UnitRule.MAX_BYTES));
  }

  private void refuse(Problems problems, List<List<String>> others) {
    ParseResult given = command.commandLine().getParseResult();
    others.stream()
        .flatMap(List::stream)
        .filter(given::hasMatchedOption)
        .forEach(
            option ->
                problems.check(
                    false,
                    option,
                    "cannot be used with --method %s".formatted(ValueConverters.name(method))));
  }

  private void checkTogether(Problems problems) {
    problems.check(
        threshold.isEmpty() || bands.isEmpty() && rows.isEmpty(),
        "--threshold",
        "chooses the bands and rows: omit this option, or omit --bands and --rows");
    problems.check(
        check != Check.NONE || checkThreshold.isEmpty(),
        "--check-threshold",
        "requires --check estimate or exact");
    problems.check(
        hashing.takes(shingles()),
        "--hashing",
        "%s requires --shingle words".formatted(hashing.title()));
    int count = bands.orElse(preset().bands().bands());
    int each = rows.orElse(preset().bands().rows());
    int most = permutations.orElse(MOST_PERMUTATIONS);
    problems.check(
        threshold.isPresent() || count * each <= most,
        "--bands",
        "%d bands of %d rows need %d rows, but a signature can have at most %d%s"
            .formatted(
                count,
                each,
                count * each,
                most,
                permutations.isPresent() ? " (--permutations)" : ""));
    problems.check(
        comparesParts() || leastLength.isEmpty(),
        "--min-unit-length",
        "requires --unit paragraph or line");
    problems.check(
        !comparesParts() || keep == Survivor.FIRST,
        "--keep",
        "%s applies only to whole documents; of equal paragraphs and lines, the first is kept"
            .formatted(ValueConverters.name(keep)));
    problems.check(
        semantics == Semantics.CONNECTED || !comparesParts(),
        "--semantics",
        "applies only to whole documents");
    problems.check(
        semantics != Semantics.EARLIEST || keep == Survivor.FIRST,
        "--keep",
        "cannot be used with --semantics earliest, which keeps the first document");
  }

  /** Returns how near-duplicates are found. */
  public DuplicateMethod method() {
    return switch (method) {
      case MINHASH ->
          new MinHashMethod(
              shingles(),
              shingleLength.orElse(preset().length()),
              usedBands(),
              hashing,
              check == Check.NONE
                  ? OptionalDouble.empty()
                  : OptionalDouble.of(checkThreshold.or(() -> threshold).orElse(USUAL_LEAST)),
              check == Check.EXACT);
      case SIMHASH ->
          new SimHashMethod(
              shingles(),
              shingleLength.orElse(FEATURE_LENGTH),
              HammingBlocks.forCount(distance, FINGERPRINTS));
      case EXACT ->
          new ExactMethod(
              normalise,
              comparesParts()
                  ? Optional.of(new UnitRule(unit, leastLength.orElse(UnitRule.USUAL_BYTES)))
                  : Optional.empty());
    };
  }

  private boolean comparesParts() {
    return unit != TextUnit.DOCUMENT;
  }

  private MinHashPreset preset() {
    return preset.orElse(MinHashPreset.DATATROVE);
  }

  private ShingleUnit shingles() {
    boolean ofOthers = preset.isPresent() || hashing != HashFamily.FAST;
    return shingle.orElse(ofOthers ? preset().unit() : ShingleUnit.AUTO);
  }

  private Bands usedBands() {
    Bands usual = preset().bands();
    return threshold.isPresent()
        ? Bands.optimal(threshold.get(), permutations.orElse(USUAL_PERMUTATIONS))
        : new Bands(bands.orElse(usual.bands()), rows.orElse(usual.rows()));
  }

  /** Returns which document of a cluster is kept. */
  public Survivor survivor() {
    return keep;
  }

  /** Returns the rule that decides what a duplicate is. */
  public ClusterRule rule() {
    return semantics.rule;
  }
}
