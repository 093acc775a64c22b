package dev.sluice.it.campaign;

import dev.sluice.it.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Disturbs the program in seeded rounds and compares what it makes with what it makes undisturbed.
 * Started by {@code it/bin/campaign}.
 */
final class Campaign {
  private final Path work;
  private final Oracle oracle;
  private final boolean keeps;
  private final Map<Input, Reference> references = new EnumMap<>(Input.class);

  /**
   * A campaign that has everything in this directory.
   *
   * @param keeps whether the directories of rounds stay that ended as they should
   */
  Campaign(Path work, Oracle oracle, boolean keeps) {
    this.work = work;
    this.oracle = oracle;
    this.keeps = keeps;
  }

  /** The command. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<String> words = List.of(arguments);
    if (words.size() == 2 && words.get(0).equals("table")) {
      new Table(new Results(Path.of(words.get(1))).read())
          .writeInto(Repository.file("docs/reliability.md"));
      return;
    }
    CampaignOptions options = CampaignOptions.parse(words);
    boolean keeps = options.keep().isPresent();
    Path work =
        keeps
            ? Files.createDirectories(options.keep().get()).toAbsolutePath()
            : Files.createTempDirectory("sluice-campaign");
    Campaign campaign = new Campaign(work, Oracle.ofEnvironment(), keeps);
    boolean good = campaign.run(options);
    if (good && !keeps) {
      delete(work);
    }
    System.exit(good ? 0 : 1);
  }

  /** Plays the rounds; whether all ended as they should. */
  boolean run(CampaignOptions options) throws IOException, InterruptedException {
    Results results = new Results(options.results());
    int first = options.onlyRound().orElse(results.nextRound(options.seed()));
    int last = options.onlyRound().isPresent() ? first : options.rounds() - 1;
    List<Fault> deck = Deck.named(options.only());
    int faults = 0;
    boolean good = true;
    System.out.println("undisturbed runs are checked by " + oracle.words());
    for (int round = first; round <= last && faults < options.faults(); round++) {
      RoundResult result = play(Plan.of(options.seed(), round, deck));
      results.append(result);
      faults += result.happened();
      good &= result.outcome().isGood();
      tell(result, options.only());
    }
    System.out.println(faults + " faults in rounds " + first + " to " + last);
    return good;
  }

  /** Plays one round; its directory stays when something was wrong. */
  RoundResult play(Plan plan) throws IOException, InterruptedException {
    Reference reference =
        references.computeIfAbsent(plan.input(), input -> Reference.of(input, work, oracle));
    Path directory = work.resolve("round-" + plan.round());
    RoundResult result = new Round(plan, reference, directory).play();
    if (result.outcome().isGood() && !keeps) {
      delete(directory);
    }
    return result;
  }

  private void tell(RoundResult result, String only) {
    System.out.printf(
        "round %d: %s in %.0f s, %s, %s%n",
        result.round(), result.outcome(), result.seconds(), result.input(), result.form());
    for (RoundResult.Planned fault : result.faults()) {
      System.out.println("  " + (fault.happened() ? "" : "(not reached) ") + fault.exactly());
    }
    result.ends().forEach(end -> System.out.println("  ended: " + end));
    result.details().forEach(detail -> System.out.println("  ! " + detail));
    if (!result.outcome().isGood()) {
      System.out.printf(
          "  kept in %s; again: it/bin/campaign --seed %d --round %d%s --results FILE%n",
          work.resolve("round-" + result.round()),
          result.seed(),
          result.round(),
          only.isEmpty() ? "" : " --only \"" + only + "\"");
    }
  }

  static void delete(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
