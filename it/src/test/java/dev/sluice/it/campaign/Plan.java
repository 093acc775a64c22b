package dev.sluice.it.campaign;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * What happens in a round: a pure function of the campaign's seed and the round's number. Each
 * fault of the deck is the main one of a round once in as many rounds as there are faults.
 *
 * @param seed of the campaign
 * @param round from 0
 * @param input what is read
 * @param blows in their order for each role; none where there is an incident
 * @param incident in place of blows
 */
record Plan(long seed, int round, Input input, List<Blow> blows, Optional<Incident> incident) {
  private static final int MOST_MORE = 3;
  private static final double EARLIEST = 0.05;
  private static final double LATEST = 1.1;

  Plan {
    blows = List.copyOf(blows);
  }

  /** The plan of a round with faults of this deck. */
  static Plan of(long seed, int round, List<Fault> faults) {
    List<Fault> deck = new ArrayList<>(faults);
    Collections.shuffle(deck, new Random(seed * 31 + round / deck.size()));
    Fault main = deck.get(round % deck.size());
    Random random = new Random(seed * 1_000_003 + round);
    random.nextLong();
    Input input = Input.values()[random.nextInt(Input.values().length)];
    if (main instanceof Incident incident) {
      return new Plan(seed, round, input, List.of(), Optional.of(incident));
    }
    return new Plan(seed, round, input, blows((Strike) main, random), Optional.empty());
  }

  private static List<Blow> blows(Strike main, Random random) {
    List<Strike> strikes = new ArrayList<>(List.of(main));
    List<Strike> others = Deck.beside(main);
    int more = 1 + random.nextInt(MOST_MORE);
    for (int i = 0; i < more; i++) {
      strikes.add(others.get(random.nextInt(others.size())));
    }
    strikes.sort(Comparator.comparing(strike -> place(strike, random)));
    List<Blow> blows = new ArrayList<>();
    for (Strike strike : strikes) {
      if (strike.point().filter(Point::isOfRestore).isPresent()) {
        // Without a kill behind a commit there would be nothing to restore.
        Point committed = Point.STREAMS_COMMITTED;
        blows.add(new Blow(new Strike(strike.role(), Act.KILL, Optional.of(committed)), 2, 0));
      }
      blows.add(blow(strike, random));
    }
    return blows;
  }

  /** In the order in which a record passes the points: those at the start are passed only once. */
  private static int place(Strike strike, Random random) {
    int any = random.nextInt(Point.values().length);
    return strike.point().map(Point::ordinal).orElse(any);
  }

  private static Blow blow(Strike strike, Random random) {
    int hits = strike.point().map(Point::hits).orElse(1);
    // Squared: early hits, which are also there after a restart, come more often than late ones.
    double where = random.nextDouble();
    int hit = 1 + (int) (where * where * hits);
    return new Blow(strike, hit, EARLIEST + (LATEST - EARLIEST) * random.nextDouble());
  }

  /** Whether all roles are in one process. */
  boolean isOneProcess() {
    return blows.stream().anyMatch(blow -> blow.strike().role() == Role.RUN);
  }

  /** Whether a process stands still longer than transactions may. */
  boolean pauses() {
    return blows.stream().anyMatch(blow -> blow.strike().act() == Act.PAUSE);
  }

  /** Whether a process that was left alone may still fail, cleanly. */
  boolean disturbsOthers() {
    return pauses() || blows.stream().anyMatch(blow -> blow.strike().role() == Role.BROKER);
  }

  List<Blow> blowsTo(Role role) {
    return blows.stream().filter(blow -> blow.strike().role() == role).toList();
  }
}
