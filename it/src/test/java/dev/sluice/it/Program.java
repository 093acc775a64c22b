package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The program, started with a command line: in a thread of this process ({@link ProgramThread}), or
 * as a process of its own ({@link ProgramProcess}) where that is what a test is about.
 */
public abstract class Program implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration POLL = Duration.ofMillis(20);

  private final List<String> arguments;

  Program(List<String> arguments) {
    this.arguments = List.copyOf(arguments);
  }

  /** What a program that has ended left behind. */
  public record Ended(int exitCode, String out, String err) {
    /** Checks the exit code, and that no stack trace was shown to the user. */
    public Ended with(int expected) {
      assertThat(err).as("stderr").doesNotContain("\tat ");
      assertThat(exitCode).as("exit code; stderr:%n%s%nstdout:%n%s", err, out).isEqualTo(expected);
      return this;
    }

    /** The last line on stderr. */
    public String lastLine() {
      List<String> lines = err.lines().toList();
      return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }
  }

  /** Runs it to its end in this process. Paths are absolute. */
  public static Ended run(String... arguments) {
    return run(List.of(arguments));
  }

  public static Ended run(List<String> arguments) {
    try (Program program = ProgramThread.start(arguments)) {
      return program.await();
    }
  }

  /** Waits for its end. */
  public Ended await() {
    awaitEnd();
    return new Ended(exitCode(), out(), err());
  }

  private void awaitEnd() {
    try {
      if (!endsWithin(PATIENCE)) {
        end();
        throw new AssertionError(
            "%s has not ended within %s; stderr:%n%s".formatted(arguments, PATIENCE, err()));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(
          "%s had not ended; its threads:%n%s".formatted(arguments, threadsAtItsEnd()), e);
    }
  }

  /** Waits for its end for a while; whether it has ended. */
  public boolean hasEndedWithin(Duration time) {
    try {
      return endsWithin(time);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until something holds, which the program must live to see. */
  public void awaitThat(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (hasEndedWithin(POLL)) {
        assertThat(condition.getAsBoolean())
            .as("ended (%s) before: %s; stderr:%n%s", exitCode(), what, err())
            .isTrue();
      }
      assertThat(System.nanoTime()).as("waiting until %s", what).isLessThan(deadline);
    }
  }

  abstract boolean endsWithin(Duration time) throws InterruptedException;

  abstract int exitCode();

  /** Ends it in the quickest way there is. */
  abstract void end();

  /** What it has written to stderr, with the threads that it still had; ends it. */
  abstract String threadsAtItsEnd();

  /** Has it stop in order. */
  public abstract void terminate();

  public abstract boolean isAlive();

  /** What it has written to stdout so far. */
  public abstract String out();

  /** What it has written to stderr so far. */
  public abstract String err();

  /** What it was started with, how it is or how it ended, and all that it has written. */
  String told() {
    String state = isAlive() ? "is alive" : "ended with " + exitCode();
    return "%s %s; stderr:%n%s%nstdout:%n%s".formatted(arguments, state, err(), out());
  }

  @Override
  public void close() {
    end();
    awaitEnd();
  }
}
