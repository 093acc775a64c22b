package dev.sluice.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A generated source, and what a run makes of it that nobody disturbs. Made once for all tests. */
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
      job.run(0);
      this.time = Duration.ofNanos(System.nanoTime() - begun);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
