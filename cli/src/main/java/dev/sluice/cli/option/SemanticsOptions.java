package dev.sluice.cli.option;

import dev.sluice.jobs.dedup.stage.ClusterRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** What counts as a duplicate, given the pairs that match. */
public final class SemanticsOptions {
  private static final String CONNECTED = "connected";
  private static final String GREEDY = "greedy";
  private static final Map<String, ClusterRule> RULES =
      new TreeMap<>(
          Map.of(
              CONNECTED,
              ClusterRule.CONNECTED,
              GREEDY,
              ClusterRule.FIRST_COME,
              "earliest",
              ClusterRule.EARLIEST));

  @Option(
      names = "--semantics",
      paramLabel = "RULE",
      description =
          "What is a duplicate: connected (to what is kept, by a chain of matches), greedy (matches"
              + " what is kept), or earliest (matches a document before it, kept or not)."
              + " Default: connected.")
  private Optional<String> semantics = Optional.empty();

  @Option(names = "--greedy", description = "The same as --semantics greedy.")
  private boolean greedy;

  /**
   * Reports problems of these options.
   *
   * @param duplicates the others
   */
  public void check(OptionProblems problems, DuplicateOptions duplicates) {
    int before = problems.all().size();
    semantics.ifPresent(rule -> problems.oneOf("--semantics", rule, List.copyOf(RULES.keySet())));
    if (problems.all().size() > before) {
      return;
    }
    problems.check(
        !greedy || semantics.isEmpty() || semantics.get().equals(GREEDY),
        "--greedy",
        "contradicts --semantics " + semantics.orElse(""));
    problems.check(
        rule() == ClusterRule.CONNECTED || !duplicates.comparesParts(),
        greedy ? "--greedy" : "--semantics",
        "is for whole documents alone");
    problems.check(
        rule() != ClusterRule.EARLIEST || duplicates.keepsFirst(),
        "--keep",
        "is not for --semantics earliest, which keeps the first");
  }

  /** The rule; only valid without problems. */
  public ClusterRule rule() {
    return RULES.get(semantics.orElse(greedy ? GREEDY : CONNECTED));
  }
}
