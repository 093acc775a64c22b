package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.work.FileTree;
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
import java.util.function.Supplier;

/**
 * The program as its users start it: a process of its own, which can be killed, sent signals and
 * measured.
 */
public final class ProgramProcess extends Program {
  private static final Duration DUMPED = Duration.ofSeconds(2);
  private static final Duration ENDING = Duration.ofMinutes(1);
  private static final int ATTEMPTS = 10;

  private final Process process;
  private final Path out;
  private final Path err;

  private ProgramProcess(List<String> arguments, Process process, Path out, Path err) {
    super(arguments);
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts it with these arguments; the user's directory is the given one. */
  public static ProgramProcess start(Path directory, String... arguments) {
    return start(directory, List.of(arguments));
  }

  public static ProgramProcess start(Path directory, List<String> arguments) {
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
  public static ProgramProcess start(
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
  public static ProgramProcess start(
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
      return new ProgramProcess(arguments, builder.start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Starts a process that then stands still, while something holds and before it has ended. Where
   * it was too fast for that, its output is deleted, and it begins anew.
   */
  static ProgramProcess startUntil(
      String what, BooleanSupplier condition, Supplier<ProgramProcess> start, Path output) {
    String told = "";
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      ProgramProcess program = start.get();
      program.awaitThat(what, () -> condition.getAsBoolean() || !program.isAlive());
      program.suspend();
      if (program.isAlive() && program.out().isEmpty() && condition.getAsBoolean()) {
        return program;
      }
      program.close();
      told = program.told();
      deleteAll(output);
    }
    throw new AssertionError("not seen while it works: " + what + "; it " + told);
  }

  private static void deleteAll(Path output) {
    try {
      FileTree.deleteAll(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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

  @Override
  boolean endsWithin(Duration time) throws InterruptedException {
    return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  int exitCode() {
    return process.exitValue();
  }

  @Override
  void end() {
    process.destroyForcibly();
  }

  @Override
  String threadsAtItsEnd() {
    dumpThreads();
    LockSupport.parkNanos(DUMPED.toNanos());
    process.destroyForcibly();
    return err();
  }

  /** Ends it with SIGKILL after a while, unless it ends by itself before; whether it was killed. */
  public boolean killAfter(Duration time) {
    if (hasEndedWithin(time)) {
      return false;
    }
    kill();
    return true;
  }

  /** Has its threads written to stderr. */
  public void dumpThreads() {
    signal("-QUIT");
  }

  /** Ends it with SIGKILL, now. */
  public void kill() {
    close();
  }

  /** Sends SIGTERM. */
  @Override
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

  /**
   * Sends a signal to a process that may be ending by itself. The command looks for names of
   * signals by the rules of the user's language, and finds no CONT in Turkish.
   */
  private void signal(String name) {
    ProcessBuilder kill = new ProcessBuilder("kill", name, Long.toString(process.pid()));
    kill.environment().put("LC_ALL", "C");
    try {
      boolean sent = kill.start().waitFor() == 0;
      assertThat(sent || hasEndedWithin(ENDING)).as("kill %s", name).isTrue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Its process. */
  public long pid() {
    return process.pid();
  }

  @Override
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public String out() {
    return read(out);
  }

  @Override
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
}
