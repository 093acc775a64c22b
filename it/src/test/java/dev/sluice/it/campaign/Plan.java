package dev.sluice.it.campaign;

import java.util.ArrayList;
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
  private static final int ROUNDS_OF_A_TAKE_DOWN = 4;
  private static final double EARLIEST = 0.05;
  private static final double LATEST = 1.1;

  Plan {
    blows = List.copyOf(blows);
  }

  /** The plan of a round with faults of this deck. */
  static Plan of(long seed, int round, List<Fault> faults) {
    return of(seed, round, faults, Optional.empty());
  }

  /** The same with this input, if one is given. */
  static Plan of(long seed, int round, List<Fault> faults, Optional<Input> given) {
    Random order = new Random(seed * 31 + round / faults.size());
    Fault main = Deck.shuffled(faults, order).get(round % faults.size());
    Random random = new Random(seed * 1_000_003 + round);
    random.nextLong();
    Input any = Input.values()[random.nextInt(Input.values().length)];
    Input input = main.input().or(() -> given).orElse(any);
    if (main instanceof Incident incident) {
      return new Plan(seed, round, input, List.of(), Optional.of(incident));
    }
    return new Plan(seed, round, input, blows((Strike) main, input, random), Optional.empty());
  }

  private static List<Blow> blows(Strike main, Input input, Random random) {
    List<Strike> strikes = new ArrayList<>(List.of(main));
    List<Strike> others = Deck.beside(main, input);
    int more = 1 + random.nextInt(MOST_MORE);
    for (int i = 0; i < more; i++) {
      strikes.add(others.get(random.nextInt(others.size())));
    }
    strikes.sort(Comparator.comparing(strike -> place(strike, random)));
    List<Blow> blows = new ArrayList<>();
    for (Strike strike : strikes) {
      // Where the predecessor comes there first: a quick run has no second time.
      strike
          .point()
          .flatMap(Point::predecessorKilledAt)
          .map(before -> new Strike(strike.role(), Act.KILL, Optional.of(before)))
          .ifPresent(kill -> blows.add(new Blow(kill, 1, 0)));
      blows.add(blow(strike, random));
    }
    return blows;
  }

  /** In the order in which a record passes the points: those at the start are passed only once. */
  private static int place(Strike strike, Random random) {
    int any = random.nextInt(Point.values().length);
    if (strike.point().filter(Point::isOfFirstStart).isPresent()) {
      return -1;
    }
    return strike.point().map(Point::ordinal).orElse(any);
  }

  private static Blow blow(Strike strike, Random random) {
    int hit = strike.point().map(point -> point.someHit(random)).orElse(1);
    return new Blow(strike, hit, EARLIEST + (LATEST - EARLIEST) * random.nextDouble());
  }

  /** What is at work: that which is struck. */
  Form form() {
    return blows.isEmpty() ? Form.INCIDENT : blows.get(0).strike().role().form();
  }

  /**
   * Whether documents are taken down: of the finished output, or from the beginning where something
   * happens that needs it, and in some other rounds.
   */
  boolean takesDown() {
    boolean needed =
        blows.stream()
            .anyMatch(blow -> blow.strike().point().filter(Point::isOfTakeDowns).isPresent());
    return switch (form()) {
      case TAKE_DOWN -> true;
      case ONE_PROCESS, ROLES_APART -> needed || round % ROUNDS_OF_A_TAKE_DOWN == 0;
      case COMPACTION, INCIDENT -> false;
    };
  }

  /** The role that is started before any other, where one must be. */
  Optional<Role> first() {
    return blows.stream()
        .filter(blow -> blow.strike().point().filter(Point::isOfNewOutput).isPresent())
        .map(blow -> blow.strike().role())
        .findFirst();
  }

  /** Whether a process stands still longer than transactions may. */
  boolean pauses() {
    return blows.stream().anyMatch(blow -> blow.strike().act() == Act.PAUSE);
  }

  /** Whether a process that was left alone may still fail, cleanly. */
  boolean disturbsOthers() {
    return pauses() || blows.stream().anyMatch(blow -> blow.strike().role() == Role.BROKER);
  }

  /**
   * Whether stores of the topology are transactional after so many starts of it: by round always,
   * never, or every other time.
   */
  boolean hasTransactionalStores(int starts) {
    return switch (round % 3) {
      case 0 -> true;
      case 1 -> false;
      default -> starts % 2 == 0;
    };
  }

  List<Blow> blowsTo(Role role) {
    return blows.stream().filter(blow -> blow.strike().role() == role).toList();
  }
}
