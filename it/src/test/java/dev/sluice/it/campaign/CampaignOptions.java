package dev.sluice.it.campaign;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is on the command line of a campaign.
 *
 * @param seed of all rounds
 * @param rounds the results are to hold in the end
 * @param faults after which it may end earlier
 * @param parallel rounds at a time
 * @param onlyRound a single round, to be repeated
 * @param only a part of the names of the faults that rounds are to be about; empty: all
 * @param input that all rounds read, and only faults that can happen then; empty: any
 * @param keep where the directories of all rounds stay; empty: only those that went wrong stay
 * @param results the file
 */
record CampaignOptions(
    long seed,
    int rounds,
    int faults,
    int parallel,
    OptionalInt onlyRound,
    String only,
    Optional<Input> input,
    Optional<Path> keep,
    Path results) {
  private static final String USAGE =
      "usage: it/bin/campaign [--rounds N] [--faults N] [--seed S] [--parallel N]"
          + " [--round N] [--only TEXT] [--read INPUT] [--keep DIRECTORY]"
          + " --results FILE\n"
          + "       it/bin/campaign table FILE";

  /** Reads the options, or ends the process with exit code 2. */
  static CampaignOptions parse(List<String> words) {
    long seed = 1;
    int rounds = Integer.MAX_VALUE;
    int faults = Integer.MAX_VALUE;
    int parallel = 1;
    OptionalInt onlyRound = OptionalInt.empty();
    String only = "";
    Optional<Input> input = Optional.empty();
    Optional<Path> keep = Optional.empty();
    String results = "";
    try {
      for (int i = 0; i < words.size(); i += 2) {
        String value = words.get(i + 1);
        switch (words.get(i)) {
          case "--seed" -> seed = Long.parseLong(value);
          case "--rounds" -> rounds = Integer.parseInt(value);
          case "--faults" -> faults = Integer.parseInt(value);
          case "--parallel" -> parallel = Integer.parseInt(value);
          case "--round" -> onlyRound = OptionalInt.of(Integer.parseInt(value));
          case "--only" -> only = value;
          case "--read" ->
              input = Optional.of(Input.valueOf(value.toUpperCase(Locale.ROOT).replace('-', '_')));
          case "--keep" -> keep = Optional.of(Path.of(value));
          case "--results" -> results = value;
          default -> throw new IllegalArgumentException(words.get(i));
        }
      }
      if (results.isEmpty() || parallel < 1) {
        throw new IllegalArgumentException("--results, --parallel");
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      System.err.println(USAGE);
      System.exit(2);
    }
    return new CampaignOptions(
        seed, rounds, faults, parallel, onlyRound, only, input, keep, Path.of(results));
  }
}
