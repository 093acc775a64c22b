package dev.sluice.cli.option;

import dev.sluice.algorithms.neardup.Bands;
import dev.sluice.jobs.dedup.method.MinHashMethod;
import dev.sluice.operators.minhash.HashFamily;
import dev.sluice.operators.shingle.MinHashPreset;
import dev.sluice.operators.shingle.ShingleUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Option;

/** The options for MinHash; those for shingles also apply to SimHash. */
final class MinHashOptions {
  private static final String ESTIMATE = "estimate";
  private static final String EXACT = "exact";
  private static final String NONE = "none";

  /** The default if neither a threshold nor one for the check is set. */
  private static final double USUAL_LEAST = 0.7;

  private static final int USUAL_PERMUTATIONS = 128;
  private static final int MOST_PERMUTATIONS = 1_024;
  private static final int MOST_LENGTH = 1_000;

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description =
          "Shingles and bands of datatrove, data-juicer, text-dedup or nemo. Default: the bands of"
              + " datatrove.")
  private Optional<String> preset = Optional.empty();

  @Option(
      names = "--shingle",
      paramLabel = "UNIT",
      description =
          "auto (words, and single letters in scripts without spaces), words, unicode-words or"
              + " characters. Default: the preset's; with --hashing, words; otherwise auto.")
  private Optional<String> shingle = Optional.empty();

  @Option(
      names = "--shingle-length",
      paramLabel = "N",
      description = "Length of a shingle in units. Default: the preset's, or 5; for simhash 3.")
  private Optional<Integer> shingleLength = Optional.empty();

  @Option(
      names = "--bands",
      paramLabel = "B",
      description = "Number of bands. Default: the preset's, or 14.")
  private Optional<Integer> bands = Optional.empty();

  @Option(
      names = "--rows",
      paramLabel = "R",
      description = "Rows per band. Default: the preset's, or 8.")
  private Optional<Integer> rows = Optional.empty();

  @Option(
      names = "--threshold",
      paramLabel = "S",
      description = "Choose the bands and rows with the least error for this similarity.")
  private Optional<Double> threshold = Optional.empty();

  @Option(
      names = "--permutations",
      paramLabel = "K",
      description = "Maximum rows of a signature. Default with --threshold: 128.")
  private Optional<Integer> permutations = Optional.empty();

  @Option(
      names = "--hashing",
      paramLabel = "NAME",
      description =
          "fast, or the arithmetic of datatrove, fineweb, data-juicer or text-dedup. Default:"
              + " fast.")
  private Optional<String> hashing = Optional.empty();

  @Option(
      names = "--check",
      paramLabel = "HOW",
      description =
          "Compare candidates: estimate by signatures, exact by all shingles (reads the candidates"
              + " again), or none. Default: estimate.")
  private Optional<String> check = Optional.empty();

  @Option(
      names = "--check-threshold",
      paramLabel = "S",
      description = "Minimum similarity of near-duplicates. Default: --threshold, or 0.7.")
  private Optional<Double> checkThreshold = Optional.empty();

  /** Reports problems of single options. */
  void checkEach(OptionProblems problems) {
    preset.ifPresent(
        name -> problems.oneOf("--preset", name, TitledValues.titles(MinHashPreset.values())));
    shingle.ifPresent(
        name -> problems.oneOf("--shingle", name, TitledValues.titles(ShingleUnit.values())));
    hashing.ifPresent(
        name -> problems.oneOf("--hashing", name, TitledValues.titles(HashFamily.values())));
    check.ifPresent(name -> problems.oneOf("--check", name, List.of(ESTIMATE, EXACT, NONE)));
    shingleLength.ifPresent(n -> problems.within("--shingle-length", n, 1, MOST_LENGTH));
    bands.ifPresent(n -> problems.within("--bands", n, 1, MOST_PERMUTATIONS));
    rows.ifPresent(n -> problems.within("--rows", n, 1, MOST_PERMUTATIONS));
    permutations.ifPresent(n -> problems.within("--permutations", n, 1, MOST_PERMUTATIONS));
    threshold.ifPresent(share -> problems.share("--threshold", share));
    checkThreshold.ifPresent(
        share ->
            problems.check(
                share > 0 && share <= 1,
                "--check-threshold",
                "%s is out of range: more than 0 and at most 1".formatted(share)));
  }

  /** Reports combinations that are not allowed. */
  void checkTogether(OptionProblems problems) {
    problems.check(
        threshold.isEmpty() || bands.isEmpty() && rows.isEmpty(),
        "--threshold",
        "chooses bands and rows: leave out --bands and --rows, or this");
    problems.check(
        isChecked() || checkThreshold.isEmpty(),
        "--check-threshold",
        "is for --check estimate and exact");
    problems.check(
        hashing().takes(unit()),
        "--hashing",
        "%s is for --shingle words alone".formatted(hashing().title()));
    if (threshold.isEmpty()) {
      checkBands(problems);
    }
  }

  private void checkBands(OptionProblems problems) {
    int each = rows.orElse(preset().bands().rows());
    int count = bands.orElse(preset().bands().bands());
    int most = permutations.orElse(MOST_PERMUTATIONS);
    problems.check(
        count * each <= most,
        "--bands",
        "%d bands of %d rows are %d: more than the %d of a signature%s"
            .formatted(
                count,
                each,
                count * each,
                most,
                permutations.isPresent() ? " (--permutations)" : ""));
  }

  /** The options set that SimHash does not have. */
  List<String> givenForMinHash() {
    List<String> given = new ArrayList<>();
    preset.ifPresent(value -> given.add("--preset"));
    bands.ifPresent(value -> given.add("--bands"));
    rows.ifPresent(value -> given.add("--rows"));
    threshold.ifPresent(value -> given.add("--threshold"));
    permutations.ifPresent(value -> given.add("--permutations"));
    hashing.ifPresent(value -> given.add("--hashing"));
    check.ifPresent(value -> given.add("--check"));
    checkThreshold.ifPresent(value -> given.add("--check-threshold"));
    return given;
  }

  /** The options set that SimHash has, too. */
  List<String> givenForShingles() {
    List<String> given = new ArrayList<>();
    shingle.ifPresent(value -> given.add("--shingle"));
    shingleLength.ifPresent(value -> given.add("--shingle-length"));
    return given;
  }

  /** The method; only valid without problems. */
  MinHashMethod method() {
    return new MinHashMethod(
        unit(),
        length(preset().length()),
        usedBands(),
        hashing(),
        least(),
        check.map(EXACT::equals).orElse(false));
  }

  private MinHashPreset preset() {
    return preset
        .map(name -> TitledValues.of(MinHashPreset.values(), name))
        .orElse(MinHashPreset.DATATROVE);
  }

  /** The unit of shingles; another program's definition only if requested. */
  ShingleUnit unit() {
    return shingle
        .map(name -> TitledValues.of(ShingleUnit.values(), name))
        .orElseGet(
            () ->
                preset.isPresent() || hashing() != HashFamily.FAST
                    ? preset().unit()
                    : ShingleUnit.AUTO);
  }

  /** Number of units in a shingle. */
  int length(int usual) {
    return shingleLength.orElse(usual);
  }

  private HashFamily hashing() {
    return hashing.map(name -> TitledValues.of(HashFamily.values(), name)).orElse(HashFamily.FAST);
  }

  private boolean isChecked() {
    return !check.map(NONE::equals).orElse(false);
  }

  private Bands usedBands() {
    if (threshold.isPresent()) {
      return Bands.optimal(threshold.get(), permutations.orElse(USUAL_PERMUTATIONS));
    }
    Bands usual = preset().bands();
    return new Bands(bands.orElse(usual.bands()), rows.orElse(usual.rows()));
  }

  private OptionalDouble least() {
    return isChecked()
        ? OptionalDouble.of(checkThreshold.or(() -> threshold).orElse(USUAL_LEAST))
        : OptionalDouble.empty();
  }
}
