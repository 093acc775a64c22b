package dev.sluice.it.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.Output;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A script with faults at some of its requests, and what must be true afterwards. A function of its
 * seed and number, but for what depends on time.
 */
final class StoreRound {
  private static final double MOST_FAULTS = 0.2;

  private final StoreScript script;
  private final Random random;
  private final long seed;

  StoreRound(long seed, int round) {
    this.script = StoreScript.values()[round % StoreScript.values().length];
    this.random = new Random(new Random(seed * 1_000_003 + round).nextLong());
    this.seed = random.nextLong();
  }

  StoreScript script() {
    return script;
  }

  /**
   * Plays it in this directory; the faults that happened.
   *
   * @throws AssertionError if the output is not that of an undisturbed run, or a process ended as
   *     it should not
   */
  List<FaultyStore.Struck> play(Path directory, Path input, Output expected) throws IOException {
    try (StoreScene scene = new StoreScene(directory, input, random)) {
      scene
          .store()
          .plan(new PassingFaults(seed, random.nextDouble() * MOST_FAULTS, StoreFault.PASSING));
      script.play(scene);
      List<FaultyStore.Struck> struck = scene.store().struck();
      check(scene.output(), expected);
      scene.validate().with(0);
      return struck;
    }
  }

  private static void check(Output output, Output expected) {
    assertThat(output.files()).isEqualTo(expected.files());
    output.hasNoLeftovers();
    Set<String> more = shapes(output);
    more.removeAll(shapes(expected));
    more.removeIf(name -> name.startsWith("_sluice/probe-")); // of a start that was killed
    assertThat(more).as("objects of kinds that an undisturbed output does not have").isEmpty();
  }

  /** Names without their numbers. */
  private static Set<String> shapes(Output output) {
    return Output.walk(output.root()).stream()
        .map(file -> output.root().relativize(file).toString())
        .filter(name -> !name.startsWith("_sluice/work/"))
        .map(name -> name.replaceAll("[0-9]+", "#"))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
