package dev.sluice.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A generated source, and what a run makes of it that nobody disturbs. Made once for all tests, by
 * a process of its own: what runs in the process of the tests is compared with it.
 */
final class Undisturbed {
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

  /** Without the kept classes: nobody needs to wait until those are made. */
  private static void run(Path directory, Job job) {
    try (Program program = ProgramProcess.start(directory, directory, List.of(), job.arguments())) {
      program.await().with(0);
    }
  }

  private static final class Once {
    private static final Undisturbed RUN = new Undisturbed();
  }

  /** Where the documents are; not to be changed. */
  static Path source() {
    return Once.RUN.job.input();
  }

  /** What comes of them with the options of {@link Job#of}; not to be changed. */
  static Output output() {
    return Once.RUN.job.result();
  }

  /** How long that took. */
  static Duration time() {
    return Once.RUN.time;
  }
}
