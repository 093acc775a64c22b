package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The program as its users start it: a process of its own, whose output is kept in files. */
public final class Program implements AutoCloseable {
  private static final Duration DUMPED = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int POLL_MILLIS = 20;

  private final List<String> arguments;
  private final Process process;
  private final Path out;
  private final Path err;

  /** What a process that has ended left behind. */
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

  private Program(List<String> arguments, Process process, Path out, Path err) {
    this.arguments = arguments;
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts it with these arguments; the user's directory is the given one. */
  public static Program start(Path directory, String... arguments) {
    return start(directory, List.of(arguments));
  }

  public static Program start(Path directory, List<String> arguments) {
    try {
      Path files = Files.createTempDirectory("sluice-it");
      return start(directory, files, ClassArchive.options(), arguments);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Starts it.
   *
   * @param directory the user's
   * @param files where its output is kept
   * @param jvmOptions beside those of the launcher
   */
  public static Program start(
      Path directory, Path files, List<String> jvmOptions, List<String> arguments) {
    return start(directory, files, jvmOptions, Map.of(), arguments);
  }

  /**
   * Starts it with more in its environment.
   *
   * @param directory the user's
   * @param files where its output is kept
   * @param jvmOptions beside those of the launcher
   * @param environment beside what this process has
   */
  public static Program start(
      Path directory,
      Path files,
      List<String> jvmOptions,
      Map<String, String> environment,
      List<String> arguments) {
    try {
      Path out = Files.createTempFile(files, arguments.get(0) + "-", ".out");
      Path err = Files.createTempFile(files, arguments.get(0) + "-", ".err");
      List<String> command = new ArrayList<>(jvm(jvmOptions));
      command.addAll(arguments);
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
      builder.environment().put("LC_ALL", "C.UTF-8");
      builder.environment().put("MALLOC_ARENA_MAX", "2");
      builder.environment().put("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1");
      builder.environment().putAll(environment);
      return new Program(List.copyOf(arguments), builder.start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs it to its end. */
  public static Ended run(Path directory, String... arguments) {
    return run(directory, List.of(arguments));
  }

  public static Ended run(Path directory, List<String> arguments) {
    try (Program program = start(directory, arguments)) {
      return program.await();
    }
  }

  /** The flags that the launcher would give, on the Java that runs the tests. */
  private static List<String> jvm(List<String> options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    command.addAll(List.of("-XX:+DisplayVMOutputToStderr", "-Dfile.encoding=UTF-8"));
    if (Runtime.version().feature() >= 24) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.addAll(options);
    command.addAll(List.of("-jar", Repository.file("cli/target/sluice/sluice.jar").toString()));
    return command;
  }

  /** Waits for its end. */
  public Ended await() {
    awaitEnd();
    return new Ended(process.exitValue(), out(), err());
  }

  private void awaitEnd() {
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(
            "%s has not ended within %s; stderr:%n%s".formatted(arguments, PATIENCE, err()));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(
          "%s had not ended; its threads:%n%s".formatted(arguments, threadsAtItsEnd()), e);
    }
  }

  /** What it has written to stderr, with the threads that it still had; ends it. */
  private String threadsAtItsEnd() {
    dumpThreads();
    LockSupport.parkNanos(DUMPED.toNanos());
    process.destroyForcibly();
    return err();
  }

  /** Ends it with SIGKILL after a while, unless it ends by itself before; whether it was killed. */
  public boolean killAfter(Duration time) {
    try {
      if (process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS)) {
        return false;
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    kill();
    return true;
  }

  /** Waits for its end for a while; whether it has ended. */
  public boolean hasEndedWithin(Duration time) {
    try {
      return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Has its threads written to stderr. */
  public void dumpThreads() {
    signal("-QUIT");
  }

  /** Ends it with SIGKILL, now. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Sends SIGTERM. */
  public void terminate() {
    process.destroy();
  }

  /** Sends SIGINT. */
  public void interrupt() {
    signal("-INT");
  }

  /** Stands still until {@link #resume}, with everything that it holds. */
  public void suspend() {
    signal("-STOP");
  }

  public void resume() {
    signal("-CONT");
  }

  private void signal(String name) {
    try {
      new ProcessBuilder("kill", name, Long.toString(process.pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until something holds, which the process must live to see. */
  public void awaitThat(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      try {
        if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
          assertThat(condition.getAsBoolean())
              .as("ended (%s) before: %s; stderr:%n%s", process.exitValue(), what, err())
              .isTrue();
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      assertThat(System.nanoTime()).as("waiting until %s", what).isLessThan(deadline);
    }
  }

  /** Its process. */
  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** What it has written to stdout so far. */
  public String out() {
    return read(out);
  }

  /** What it has written to stderr so far. */
  public String err() {
    return read(err);
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What it was started with, how it is or how it ended, and all that it has written. */
  String told() {
    String state = process.isAlive() ? "is alive" : "ended with " + process.exitValue();
    return "%s %s; stderr:%n%s%nstdout:%n%s".formatted(arguments, state, err(), out());
  }

  @Override
  public void close() {
    process.destroyForcibly();
    awaitEnd();
  }
}
