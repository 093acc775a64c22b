package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.sluice.core.work.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM and SIGINT stop a run in order. */
class SignalIT {
  private static final String STOPPED =
      "sluice: stopped cleanly; run the command again to continue";
  private static final int MOST_ATTEMPTS = 10;

  @TempDir Path directory;

  @Test
  void shouldStopCleanlyWhenTerminated() throws IOException {
    stopAndContinue(ProgramProcess::terminate, 143);
  }

  @Test
  @Tag("endurance")
  void shouldStopCleanlyWhenInterrupted() throws IOException {
    assumeFalse(ignoresInterrupts(), "skipped: SIGINT is ignored here");
    stopAndContinue(ProgramProcess::interrupt, 130);
  }

  private void stopAndContinue(Consumer<ProgramProcess> signal, int exitCode) throws IOException {
    Job job = Job.of(Undisturbed.source(), directory.resolve("output"));
    try (ProgramProcess program = atFirstCut(job)) {
      signal.accept(program);
      program.resume();
      Program.Ended ended = program.await().with(exitCode);
      assertStopped(ended);
      assertThat(ended.out()).as("it did not go on to its end").isEmpty();
    }
    job.run(0);
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
    job.result().hasNoLeftovers();
    assertThat(Files.readString(job.output().resolve("_sluice/work/logs/sluice.log")))
        .as("a clean stop leaves nothing to restore")
        .doesNotContain("Wiping", "TaskCorruptedException");
  }

  private static ProgramProcess atFirstCut(Job job) {
    return job.startUntil("cuts, and no seal", () -> job.result().hasCutsAlone());
  }

  @Test
  @Tag("endurance")
  void shouldEndAtOnceWhenTerminatedTwice() throws IOException {
    Job job = Job.of(Undisturbed.source(), directory.resolve("output"));
    String last = terminatedTwice(job);
    for (int i = 0; i < MOST_ATTEMPTS && last.startsWith(STOPPED); i++) {
      FileTree.deleteAll(job.output()); // it had stopped before the second signal
      last = terminatedTwice(job);
    }
    assertThat(last).startsWith("sluice: ended at once by a second signal; nothing is lost");
    job.run(0);
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
    job.result().hasNoLeftovers();
  }

  private static String terminatedTwice(Job job) {
    try (ProgramProcess program = atFirstCut(job)) {
      program.terminate();
      program.resume();
      while (!program.hasEndedWithin(Duration.ofMillis(50))) {
        program.terminate();
      }
      return program.await().with(143).lastLine();
    }
  }

  @Test
  void shouldStopWhileItStarts() throws IOException {
    assumeFalse(ignoresInterrupts(), "skipped: SIGINT is ignored here");
    Job job = Job.of(Undisturbed.source(), directory.resolve("output"));
    Path lock = job.output().resolve("_sluice/work/work.lock");
    try (ProgramProcess program =
        job.startUntil(
            "a work directory, and no cut", () -> Files.exists(lock) && job.result().cuts() == 0)) {
      program.interrupt();
      program.resume();
      assertStopped(program.await().with(130));
    }
    job.run(0);
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
  }

  private static void assertStopped(Program.Ended ended) {
    assertThat(ended.err()).contains(STOPPED);
    assertThat(ended.err()).doesNotContain("ERROR");
  }

  /** Shells start their background jobs with SIGINT ignored, and Java leaves it so. */
  private static boolean ignoresInterrupts() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("SigIgn:"))
        .map(line -> Long.parseUnsignedLong(line.substring("SigIgn:".length()).strip(), 16))
        .anyMatch(mask -> (mask & 1L << 1) != 0);
  }
}
