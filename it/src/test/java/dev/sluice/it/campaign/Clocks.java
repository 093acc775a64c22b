package dev.sluice.it.campaign;

import dev.sluice.it.ProgramProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Incidents with processes whose clocks are wrong, or are set while they work. */
final class Clocks {
  private static final int MOST_CUTS = 10;

  /** By then a process sees the time that its clock was set to. */
  private static final Duration NOTICED = Duration.ofSeconds(2);

  private static final Duration DAY = Duration.ofDays(1);

  /** Beyond what topics, offsets and transactional ids are kept by default. */
  private static final Duration LONG = Duration.ofDays(8);

  private final Scene scene;
  private final List<Role> roles = new ArrayList<>();
  private final Map<Role, Clock> clocks = new TreeMap<>();

  private Clocks(Scene scene, Path library) throws IOException {
    this.scene = scene;
    roles.add(Role.BROKER);
    roles.addAll(scene.roles());
    for (Role role : roles) {
      clocks.put(role, new Clock(library, scene.directory().resolve("clock-" + role.command())));
    }
  }

  /** What is done to clocks. */
  @FunctionalInterface
  private interface Trouble {
    Outcome with(Clocks clocks) throws IOException;
  }

  private static Outcome with(Scene scene, Trouble trouble) throws IOException {
    Optional<Path> library = Clock.library();
    return library.isEmpty() ? Outcome.SKIPPED : trouble.with(new Clocks(scene, library.get()));
  }

  private void set(Collection<Role> roles, Duration ahead) throws IOException {
    for (Role role : roles) {
      clocks.get(role).set(ahead);
    }
  }

  private ProgramProcess start(Role role) {
    ProgramProcess program =
        scene.start(List.of(), clocks.get(role).environment(), scene.stage().arguments(role));
    if (role == Role.BROKER) {
      Scene.awaitAddress(program);
    }
    return program;
  }

  private Upkeep startAll() {
    Map<Role, ProgramProcess> all = new TreeMap<>();
    for (Role role : roles) {
      all.put(role, start(role));
    }
    return new Upkeep(scene, all, this::start);
  }

  private Upkeep startAllAndAwaitCuts() {
    Upkeep all = startAll();
    scene.awaitCuts(all.living(Role.SINK), 1 + scene.random().nextInt(MOST_CUTS));
    return all;
  }

  /** All processes, or one. */
  private Set<Role> some() {
    int chosen = scene.random().nextInt(roles.size() + 1);
    return chosen == roles.size() ? EnumSet.copyOf(roles) : EnumSet.of(roles.get(chosen));
  }

  static Outcome behind(Scene scene) throws IOException {
    return with(
        scene,
        clocks -> {
          clocks.set(List.of(Role.STREAMS, Role.SINK), DAY.negated());
          return clocks.startAll().finishAlone();
        });
  }

  static Outcome brokerAhead(Scene scene) throws IOException {
    return with(
        scene,
        clocks -> {
          clocks.set(List.of(Role.BROKER), DAY);
          return clocks.startAll().finishAlone();
        });
  }

  static Outcome movedBack(Scene scene) throws IOException {
    return moved(scene, Duration.ofHours(-1));
  }

  static Outcome movedAhead(Scene scene) throws IOException {
    return moved(scene, LONG);
  }

  private static Outcome moved(Scene scene, Duration ahead) throws IOException {
    return with(
        scene,
        clocks -> {
          Upkeep all = clocks.startAllAndAwaitCuts();
          Set<Role> roles = clocks.some();
          scene.stage().ended("clocks moved: " + roles);
          clocks.set(roles, ahead);
          all.pass(NOTICED);
          boolean happened = all.isWorkLeft();
          Outcome outcome = all.finish();
          return happened ? outcome : Outcome.SKIPPED;
        });
  }
}
