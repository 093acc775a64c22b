package dev.sluice.it.campaign;

import dev.sluice.it.Output;
import dev.sluice.it.Sources;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/** Plays a plan: disturbs, starts what has ended, and compares in the end. */
final class Round {
  private static final Duration PATIENCE = Duration.ofMinutes(8);
  private static final int SHOWN = 8;

  private final Plan plan;
  private final Stage stage;
  private final List<String> details = new ArrayList<>();
  private boolean happened;

  /** A round in a directory of its own. */
  Round(Plan plan, Reference reference, Path directory) throws IOException {
    this.plan = plan;
    this.stage = new Stage(directory, reference, plan);
  }

  RoundResult play() throws IOException, InterruptedException {
    long begun = System.nanoTime();
    Outcome outcome = plan.incident().isPresent() ? played(plan.incident().get()) : strikes();
    return new RoundResult(
        plan.seed(),
        plan.round(),
        plan.input().words(),
        plan.form().words(),
        planned(),
        outcome,
        details,
        stage.ends(),
        Math.round((System.nanoTime() - begun) / 1e8) / 10.0,
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
  }

  private Outcome played(Incident incident) {
    try (Scene scene = new Scene(stage, random())) {
      Outcome outcome = incident.script().play(scene);
      happened = outcome != Outcome.SKIPPED;
      return outcome;
    } catch (AssertionError e) {
      happened = true;
      details.add(e.getMessage().strip());
      return Outcome.DIFFERENT;
    } catch (Exception e) {
      details.add("the campaign failed: " + e);
      return Outcome.STUCK;
    }
  }

  /**
   * Numbers of seeds that lie side by side begin alike: those of a number that one has drawn do
   * not.
   */
  private Random random() {
    return new Random(new Random(plan.seed() * 7 + plan.round()).nextLong());
  }

  private List<RoundResult.Planned> planned() {
    List<RoundResult.Planned> planned = new ArrayList<>();
    List<Blow> fallen = stage.fallen();
    for (Blow blow : plan.blows()) {
      planned.add(
          new RoundResult.Planned(blow.strike().words(), blow.words(), fallen.contains(blow)));
    }
    plan.incident()
        .map(Incident::words)
        .ifPresent(words -> planned.add(new RoundResult.Planned(words, words, happened)));
    return planned;
  }

  private Outcome strikes() throws InterruptedException {
    if (plan.form().isOfFinishedOutput()) {
      Sources.copy(stage.reference().output(), stage.output());
    }
    List<Actor> actors =
        plan.form().roles().stream()
            .filter(role -> role.isOf(plan.input()))
            .map(role -> new Actor(stage, role, plan.blowsTo(role)))
            .toList();
    actors.forEach(Actor::start);
    boolean done = stage.awaitFinish(PATIENCE);
    if (!done) {
      actors.forEach(Actor::dumpThreads);
      stage.complain("not done within " + PATIENCE);
    }
    for (Actor actor : actors) {
      actor.leave();
    }
    return done ? compared(actors.stream().anyMatch(Actor::wasKilledLast)) : stuck();
  }

  private Outcome stuck() {
    details.addAll(stage.complaints());
    return Outcome.STUCK;
  }

  /** Compares; what a process has left that is not started again nobody can have cleared away. */
  private Outcome compared(boolean killedLast) {
    Output output = new Output(stage.output());
    details.addAll(differences(stage.expected(), output.files()));
    boolean same = details.isEmpty();
    try {
      if (killedLast) {
        output.hasOnlyFinishedFiles();
      } else {
        output.hasNoLeftovers();
      }
    } catch (AssertionError e) {
      details.add("leftovers: " + e.getMessage().replaceAll("\\s+", " "));
    }
    details.addAll(Packs.problems(output));
    if (plan.form() != Form.ROLES_APART) { // where a killed sink's successor may not come to it
      details.addAll(Packs.missing(output));
    }
    if (plan.form().isOfFinishedOutput()) {
      details.addAll(Compactions.problems(output));
    }
    details.addAll(stage.complaints());
    if (!same) {
      return Outcome.DIFFERENT;
    }
    return details.isEmpty() ? Outcome.SAME : Outcome.UNCLEAN;
  }

  /** The first paths whose bytes, hashes or lengths are not the same, with what is wrong. */
  static <T> List<String> differences(SortedMap<String, T> expected, SortedMap<String, T> actual) {
    Set<String> paths = new TreeSet<>(expected.keySet());
    paths.addAll(actual.keySet());
    return paths.stream()
        .filter(path -> !Objects.equals(expected.get(path), actual.get(path)))
        .map(path -> path + ": " + kind(expected.containsKey(path), actual.containsKey(path)))
        .limit(SHOWN)
        .toList();
  }

  private static String kind(boolean expected, boolean actual) {
    if (expected && actual) {
      return "other bytes";
    }
    return expected ? "missing" : "too much";
  }
}
