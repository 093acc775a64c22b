package dev.sluice.cli.option;

import dev.sluice.algorithms.neardup.HammingBlocks;
import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.jobs.dedup.method.DuplicateMethod;
import dev.sluice.jobs.dedup.method.SimHashMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that define near-duplicates. */
public final class DuplicateOptions {
  private static final String MINHASH = "minhash";
  private static final String SIMHASH = "simhash";
  private static final String EXACT = "exact";
  private static final int USUAL_DISTANCE = 3;
  private static final int MOST_DISTANCE = 7;
  private static final int FEATURE_LENGTH = 3;

  /**
   * The number of fingerprints that tables are chosen for: more take longer, but no pair is missed.
   */
  private static final long FINGERPRINTS = 10_000_000;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description = "minhash, simhash or exact. Default: ${DEFAULT-VALUE}.")
  private String method = MINHASH;

  @Mixin private MinHashOptions minHash = new MinHashOptions();

  @Option(
      names = "--distance",
      paramLabel = "K",
      description = "simhash: maximum number of different bits. Default: 3.")
  private Optional<Integer> distance = Optional.empty();

  @Mixin private ExactOptions exact = new ExactOptions();

  @Option(
      names = "--keep",
      paramLabel = "WHICH",
      description =
          "The survivor of each cluster: first, highest-score or longest. Default:"
              + " ${DEFAULT-VALUE}.")
  private String keep = TitledValues.title(Survivor.FIRST);

  /** Reports problems of these options. */
  public void check(OptionProblems problems) {
    int before = problems.all().size();
    problems.oneOf("--method", method, List.of(MINHASH, SIMHASH, EXACT));
    boolean known = problems.all().size() == before;
    minHash.checkEach(problems);
    exact.checkEach(problems);
    problems.oneOf("--keep", keep, TitledValues.titles(Survivor.values()));
    distance.ifPresent(bits -> problems.within("--distance", bits, 0, MOST_DISTANCE));
    if (known) {
      checkOthers(problems);
    }
    if (problems.all().size() > before) {
      return;
    }
    if (method.equals(MINHASH)) {
      minHash.checkTogether(problems);
    }
    exact.checkTogether(problems);
    problems.check(
        !exact.comparesParts() || survivor() == Survivor.FIRST,
        "--keep",
        "%s is for whole documents: of paragraphs and lines the first one stays".formatted(keep));
  }

  /** Reports options of other methods, which would have no effect. */
  private void checkOthers(OptionProblems problems) {
    List<String> others = new ArrayList<>();
    if (!method.equals(MINHASH)) {
      others.addAll(minHash.givenForMinHash());
    }
    if (method.equals(EXACT)) {
      others.addAll(minHash.givenForShingles());
    } else {
      others.addAll(exact.given());
    }
    if (!method.equals(SIMHASH)) {
      distance.ifPresent(given -> others.add("--distance"));
    }
    others.forEach(
        option -> problems.check(false, option, "is not for --method %s".formatted(method)));
  }

  /** The method; only valid without problems. */
  public DuplicateMethod method() {
    return switch (method) {
      case SIMHASH ->
          new SimHashMethod(
              minHash.unit(),
              minHash.length(FEATURE_LENGTH),
              HammingBlocks.forCount(distance.orElse(USUAL_DISTANCE), FINGERPRINTS));
      case EXACT -> exact.method();
      default -> minHash.method();
    };
  }

  /** Whether parts of documents are compared. */
  public boolean comparesParts() {
    return method.equals(EXACT) && exact.comparesParts();
  }

  /** Whether the first document of a cluster is kept; false for an unknown rule too. */
  boolean keepsFirst() {
    return keep.equals(TitledValues.title(Survivor.FIRST));
  }

  /** Which document of a cluster is kept. */
  public Survivor survivor() {
    return TitledValues.of(Survivor.values(), keep);
  }
}
