package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.ExitCode;
import dev.sluice.cli.Sluice;
import dev.sluice.settings.Machine;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The program in a thread of this process, which spares a test the start of a JVM. What is not
 * tested by it is what only a process has: kills, signals, its heap, its current directory (so
 * paths are absolute), options of its log and the launcher.
 */
public final class ProgramThread extends Program {
  private static final int TERMINATED = 143;

  private static final Predicate<String> LOG_OPTIONS =
      Pattern.compile("-v|--verbose|--log-.*").asMatchPredicate();

  private final ThreadGroup group;
  private final ThreadStreams.Captured streams;
  private final Thread thread;
  private volatile int exitCode;

  private ProgramThread(List<String> arguments) {
    super(arguments);
    assertThat(arguments).as("one log for all programs").noneMatch(LOG_OPTIONS);
    this.group = new ThreadGroup(String.join(" ", arguments));
    this.streams = ThreadStreams.capture(group);
    this.thread = new Thread(group, () -> execute(arguments), arguments.get(0));
  }

  /** Starts it with these arguments. */
  public static ProgramThread start(String... arguments) {
    return start(List.of(arguments));
  }

  public static ProgramThread start(List<String> arguments) {
    ProgramThread program = new ProgramThread(arguments);
    program.thread.start();
    return program;
  }

  /** Starts a broker and waits until it serves clients; it has told its address, and no more. */
  public static ProgramThread startBroker(Path workDirectory) {
    ProgramThread broker = start("broker", "--work-dir", workDirectory.toString());
    broker.awaitThat("the broker's address", () -> broker.out().endsWith("\n"));
    return broker;
  }

  private void execute(List<String> arguments) {
    int code =
        Sluice.run(
            Map.of(),
            Machine.current(),
            new PrintWriter(System.out, true),
            new PrintWriter(System.err, true),
            arguments.toArray(String[]::new));
    exitCode = code == ExitCode.STOPPED ? TERMINATED : code;
  }

  @Override
  boolean endsWithin(Duration time) throws InterruptedException {
    thread.join(Math.max(1, time.toMillis()));
    return !thread.isAlive();
  }

  @Override
  int exitCode() {
    return exitCode;
  }

  @Override
  void end() {
    terminate();
  }

  /** As SIGTERM does; what has not begun to work yet is told again until it has. */
  @Override
  public void terminate() {
    while (thread.isAlive() && !Sluice.stop(thread)) {
      hasEndedWithin(Duration.ofMillis(10));
    }
  }

  @Override
  String threadsAtItsEnd() {
    Thread[] threads = new Thread[group.activeCount()];
    int found = group.enumerate(threads);
    String traces =
        Arrays.stream(threads, 0, found)
            .map(each -> each.getName() + "\n  " + frames(each))
            .collect(Collectors.joining("\n"));
    terminate();
    return err() + traces;
  }

  private static String frames(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .map(Object::toString)
        .collect(Collectors.joining("\n  "));
  }

  @Override
  public boolean isAlive() {
    return thread.isAlive();
  }

  @Override
  public String out() {
    return streams.out();
  }

  @Override
  public String err() {
    return streams.err();
  }
}
