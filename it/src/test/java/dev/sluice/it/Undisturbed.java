package dev.sluice.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A generated source, and what a run makes of it that nobody disturbs. Made once for all tests, by
 * a process of its own: what runs in the process of the tests is compared with it.
 */
final class Undisturbed {
  private static final CompletableFuture<Undisturbed> MADE =
      CompletableFuture.supplyAsync(
          Undisturbed::new, task -> new Thread(task, "undisturbed").start());

  private static final long DOCUMENTS = 4_000;
  private static final int DUMPS = 3;

  private final Job job;
  private final Duration time;

  private Undisturbed() {
    try {
      Path directory = Files.createTempDirectory("sluice-it");
      Path source = Sources.generate(directory.resolve("source"), DOCUMENTS, DUMPS, 42);
      this.job = Job.of(source, directory.resolve("output"));
      long begun = System.nanoTime();
      run(directory, job);
      this.time = Duration.ofNanos(System.nanoTime() - begun);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Without the kept classes, which nobody makes only for that. */
  private static void run(Path directory, Job job) {
    try (Program program = ProgramProcess.start(directory, directory, List.of(), job.arguments())) {
      program.await().with(0);
    }
  }

  /**
   * In a thread of its own: no test's limit ends it, and each that needs it is told its failure.
   */
  private static Undisturbed made() {
    return MADE.join();
  }

  /** Where the documents are; not to be changed. */
  static Path source() {
    return made().job.input();
  }

  /** What comes of them with the options of {@link Job#of}; not to be changed. */
  static Output output() {
    return made().job.result();
  }

  /** How long that took. */
  static Duration time() {
    return made().time;
  }
}
