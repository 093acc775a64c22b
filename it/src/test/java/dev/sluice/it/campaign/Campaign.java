package dev.sluice.it.campaign;

import dev.sluice.core.work.FileTree;
import dev.sluice.it.ClassArchive;
import dev.sluice.it.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

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
          .writeInto(Repository.file("docs/explanation/reliability.md"));
      return;
    }
    CampaignOptions options = CampaignOptions.parse(words);
    boolean keeps = options.keep().isPresent();
    Path work =
        keeps
            ? Files.createDirectories(options.keep().get()).toAbsolutePath()
            : Files.createTempDirectory("sluice-campaign");
    Campaign campaign = new Campaign(work, Oracle.ofEnvironment(), keeps);
    ClassArchive.file(); // for the many processes to come
    boolean good = campaign.run(options);
    if (good && !keeps) {
      FileTree.deleteAll(work);
    }
    System.exit(good ? 0 : 1);
  }

  /** Plays the rounds; whether all ended as they should. */
  boolean run(CampaignOptions options) throws IOException, InterruptedException {
    System.out.println("undisturbed runs are checked by " + oracle.words());
    Tally tally = new Tally(options);
    List<Callable<Void>> players =
        Collections.nCopies(options.parallel(), () -> playRounds(options, tally));
    ExecutorService threads = Executors.newFixedThreadPool(options.parallel());
    try {
      for (Future<Void> player : threads.invokeAll(players)) {
        player.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdown();
    }
    System.out.println(tally.words());
    return tally.isGood();
  }

  private Void playRounds(CampaignOptions options, Tally tally)
      throws IOException, InterruptedException {
    List<Fault> deck = Deck.named(options.only(), options.input());
    for (OptionalInt round = tally.next(); round.isPresent(); round = tally.next()) {
      RoundResult result = play(Plan.of(options.seed(), round.getAsInt(), deck, options.input()));
      tally.add(result);
      tell(result, options);
    }
    return null;
  }

  /** Plays one round; its directory stays when something was wrong. */
  RoundResult play(Plan plan) throws IOException, InterruptedException {
    Reference reference = reference(plan.input());
    Path directory = work.resolve("round-" + plan.round());
    RoundResult result = new Round(plan, reference, directory).play();
    if (result.outcome().isGood() && !keeps) {
      FileTree.deleteAll(directory);
    }
    return result;
  }

  private synchronized Reference reference(Input read) {
    return references.computeIfAbsent(read, input -> Reference.of(input, work, oracle));
  }

  private synchronized void tell(RoundResult result, CampaignOptions options) {
    System.out.printf(
        "round %d: %s in %.0f s, %s, %s%n",
        result.round(), result.outcome(), result.seconds(), result.input(), result.form());
    for (RoundResult.Planned fault : result.faults()) {
      System.out.println("  " + (fault.happened() ? "" : "(not reached) ") + fault.exactly());
    }
    if (result.outcome() == Outcome.SKIPPED) {
      System.out.println(
          "  not done: a right or a tool is missing here, or the run was over first");
    }
    result.ends().forEach(end -> System.out.println("  ended: " + end));
    result.details().forEach(detail -> System.out.println("  ! " + detail));
    if (!result.outcome().isGood()) {
      System.out.printf(
          "  kept in %s; again: it/bin/campaign --seed %d --round %d%s%s --results FILE%n",
          work.resolve("round-" + result.round()),
          result.seed(),
          result.round(),
          options.only().isEmpty() ? "" : " --only \"" + options.only() + "\"",
          options.input().map(input -> " --read " + input.words()).orElse(""));
    }
  }
}
