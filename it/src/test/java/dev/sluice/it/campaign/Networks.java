package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.ProgramProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Incidents between processes. */
final class Networks {
  private static final int MOST_CUTS = 15;
  private static final int LONGEST_TROUBLE = 3;

  /** One in so many is in trouble when it starts. */
  private static final int START_OF = 4;

  /** Of both groups. */
  private static final Duration SESSION = Duration.ofSeconds(8);

  private static final String SHORT_TRANSACTIONS =
      "--set=kafka.properties.transaction.timeout.ms=" + Act.TRANSACTION_TIMEOUT.toMillis();

  /** Clients that give up while the network is still cut. */
  private static final List<String> IMPATIENT =
      List.of(
          SHORT_TRANSACTIONS,
          "--set=kafka.properties.request.timeout.ms=2000",
          "--set=kafka.properties.default.api.timeout.ms=6000",
          "--set=kafka.properties.delivery.timeout.ms=6000",
          "--set=kafka.properties.max.block.ms=6000");

  private Networks() {}

  /** What is done to a network while all roles work. */
  @FunctionalInterface
  private interface Trouble {
    Outcome on(Network network, Upkeep roles);
  }

  private static Outcome troubled(Scene scene, Trouble trouble, String... more) throws IOException {
    Optional<Network> found = Network.of(scene);
    if (found.isEmpty()) {
      return Outcome.SKIPPED;
    }
    try (Network network = found.get();
        scene) {
      network.start(Role.BROKER);
      Map<Role, ProgramProcess> roles = new TreeMap<>();
      for (Role role : network.roles()) {
        roles.put(role, network.start(role, more));
      }
      Upkeep upkeep = new Upkeep(scene, roles, role -> network.start(role, more));
      awaitSomething(scene, upkeep);
      return trouble.on(network, upkeep);
    }
  }

  /** Some cuts, or some time in which the roles start. */
  private static void awaitSomething(Scene scene, Upkeep roles) {
    int cuts = scene.random().nextInt(MOST_CUTS);
    if (cuts == 0 || scene.random().nextInt(START_OF) == 0) {
      roles.pass(between(scene, Duration.ZERO, SESSION));
    } else {
      scene.awaitCuts(roles.living(Role.SINK), cuts);
    }
  }

  private static void weather(Collection<Proxy> ways, Weather weather) {
    ways.forEach(way -> way.weather(weather));
  }

  /** Some bad weather, and then clear again; whether there was work left in it. */
  private static boolean pass(
      Upkeep roles, Collection<Proxy> ways, Weather weather, Duration time) {
    boolean left = roles.isWorkLeft();
    weather(ways, weather);
    roles.pass(time);
    weather(ways, Weather.CLEAR);
    return left;
  }

  private static Duration between(Scene scene, Duration shortest, Duration longest) {
    long range = longest.minus(shortest).toMillis();
    return shortest.plusMillis((long) (range * scene.random().nextDouble()));
  }

  static Outcome cutForAWhile(Scene scene) throws IOException {
    return troubled(
        scene,
        (network, roles) -> {
          int times = 1 + scene.random().nextInt(LONGEST_TROUBLE);
          for (int i = 0; i < times; i++) {
            Duration time = between(scene, Duration.ZERO, SESSION.minusSeconds(2));
            if (!pass(roles, network.some(), Weather.CUT, time) && i == 0) {
              return Outcome.SKIPPED;
            }
            roles.pass(between(scene, Duration.ZERO, Duration.ofSeconds(1)));
          }
          return roles.finishAlone();
        });
  }

  /** Bad weather once, for some of the roles; skipped where no work was left in it. */
  private static Outcome once(
      Scene scene,
      Weather weather,
      Duration shortest,
      Duration longest,
      Function<Upkeep, Outcome> end,
      String... more)
      throws IOException {
    return troubled(
        scene,
        (network, roles) -> {
          Duration time = between(scene, shortest, longest);
          boolean happened = pass(roles, network.some(), weather, time);
          Outcome outcome = end.apply(roles);
          return happened ? outcome : Outcome.SKIPPED;
        },
        more);
  }

  static Outcome cutForLong(Scene scene) throws IOException {
    boolean impatient = scene.random().nextBoolean();
    return once(
        scene,
        Weather.CUT,
        SESSION.plusSeconds(4),
        SESSION.multipliedBy(4),
        Upkeep::finish,
        impatient ? IMPATIENT.toArray(new String[0]) : new String[] {SHORT_TRANSACTIONS});
  }

  static Outcome silent(Scene scene) throws IOException {
    return once(
        scene,
        Weather.SILENT,
        Duration.ofSeconds(2),
        SESSION.multipliedBy(3),
        Upkeep::finish,
        SHORT_TRANSACTIONS);
  }

  static Outcome slow(Scene scene) throws IOException {
    return once(scene, Weather.SLOW, SESSION, SESSION.multipliedBy(4), Upkeep::finishAlone);
  }

  static Outcome resets(Scene scene) throws IOException {
    return lossy(scene, Weather.RESETS);
  }

  static Outcome answersLost(Scene scene) throws IOException {
    return lossy(scene, Weather.ANSWERS_LOST);
  }

  /** Skipped where the work was done before anything was lost. */
  private static Outcome lossy(Scene scene, Weather weather) throws IOException {
    return troubled(
        scene,
        (network, roles) -> {
          Duration time = between(scene, SESSION, SESSION.multipliedBy(3));
          pass(roles, network.all(), weather, time);
          boolean left = roles.isWorkLeft();
          int losses = network.all().stream().mapToInt(Proxy::losses).sum();
          scene.stage().ended(losses + " connections reset");
          Outcome outcome = roles.finish();
          if (losses == 0 && !left) {
            return Outcome.SKIPPED;
          }
          assertThat(losses).as("connections reset").isPositive();
          return outcome;
        });
  }
}
