package dev.sluice.it.store;

import dev.sluice.it.Job;
import dev.sluice.it.Output;
import dev.sluice.it.ProgramProcess;
import dev.sluice.it.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes outputs to a store while it, the way to it and the processes are disturbed, in seeded
 * rounds, and compares each with an undisturbed one. Started by {@code it/bin/store-campaign}.
 */
final class StoreCampaign {
  private static final long DOCUMENTS = 4_000;
  private static final int DUMPS = 3;

  private final Path work;
  private final Path input;
  private final Output expected;
  private final Output takenDown;

  /** Makes the input and the undisturbed outputs in this directory. */
  StoreCampaign(Path work) throws IOException {
    this.work = work;
    this.input = Sources.generate(work.resolve("input"), DOCUMENTS, DUMPS, 42);
    Job job = Job.of(input, work.resolve("undisturbed"), StoreScene.PARTITIONS);
    try (ProgramProcess run = ProgramProcess.start(work, work, List.of(), job.arguments())) {
      run.await().with(0);
    }
    this.expected = job.result();
    this.takenDown = new Output(work.resolve("taken-down"));
    Sources.copy(expected.root(), takenDown.root());
    List<String> ids = expected.rows("").stream().map(Output.Row::id).toList();
    Files.write(
        StoreScene.ids(input),
        IntStream.iterate(0, row -> row < ids.size(), row -> row + 17).mapToObj(ids::get).toList());
    try (ProgramProcess takedown =
        ProgramProcess.start(
            work, work, List.of(), StoreScene.takedown(takenDown.root().toString(), input))) {
      takedown.await().with(0);
    }
  }

  /** The command: seed, first round, rounds. */
  public static void main(String[] arguments) throws IOException {
    long seed = Long.parseLong(arguments[0]);
    int first = Integer.parseInt(arguments[1]);
    int rounds = Integer.parseInt(arguments[2]);
    StoreCampaign campaign = new StoreCampaign(Files.createTempDirectory("sluice-store-campaign"));
    Map<String, Long> sum = new TreeMap<>();
    int wrong = 0;
    for (int round = first; round < first + rounds; round++) {
      try {
        List<FaultyStore.Struck> struck = campaign.play(seed, round);
        byFault(struck).forEach((fault, times) -> sum.merge(fault, times, Long::sum));
      } catch (AssertionError e) {
        wrong++;
        System.out.println("  ! " + e.getMessage().strip());
      }
    }
    long faults = sum.values().stream().mapToLong(Long::longValue).sum();
    System.out.printf("%d rounds, %d wrong, %d faults: %s%n", rounds, wrong, faults, sum);
    System.exit(wrong == 0 ? 0 : 1);
  }

  /** Plays a round; its directory stays where something was wrong. */
  List<FaultyStore.Struck> play(long seed, int number) throws IOException {
    StoreRound round = new StoreRound(seed, number);
    System.out.printf("round %d of seed %d: %s%n", number, seed, round.script().words());
    long begun = System.nanoTime();
    List<FaultyStore.Struck> struck =
        round.play(
            work.resolve("round-" + seed + "-" + number),
            input,
            round.script() == StoreScript.KILLED_TAKE_DOWN ? takenDown : expected);
    System.out.printf(
        "  the same bytes after %d faults, %.0f s: %s%n",
        struck.size(), (System.nanoTime() - begun) / 1e9, byFault(struck));
    return struck;
  }

  private static Map<String, Long> byFault(List<FaultyStore.Struck> struck) {
    return struck.stream()
        .collect(
            Collectors.groupingBy(
                each -> each.kind() + " " + each.fault().words(),
                TreeMap::new,
                Collectors.counting()));
  }
}
