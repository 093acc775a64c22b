package dev.sluice.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The program's classes as a run has loaded them, in the form in which a JVM takes them over. A
 * process that begins with it has the same classes, and a quarter of its work less. Made once.
 */
final class ClassArchive {
  private static final long DOCUMENTS = 200;

  private ClassArchive() {}

  private static final class Once {
    private static final Optional<Path> FILE = make();
  }

  /** What a JVM is told to use it, without a word where it cannot; nothing where there is none. */
  static List<String> options() {
    return Once.FILE.map(ClassArchive::using).orElse(List.of());
  }

  private static List<String> using(Path file) {
    return List.of(
        "-XX:SharedArchiveFile=" + file,
        "-Xlog:cds*=off",
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:ArchiveRelocationMode=0");
  }

  /** What the launcher has a JVM keep its classes with. */
  static List<String> archiving(Path file) {
    return List.of("-XX:ArchiveClassesAtExit=" + file, "-Dsluice.sha256=java");
  }

  private static Optional<Path> make() {
    try {
      Path directory = Files.createTempDirectory("sluice-it");
      Path file = directory.resolve("classes.jsa");
      Path source = Sources.generate(directory.resolve("source"), DOCUMENTS, 1, 42);
      Job job = Job.of(source, directory.resolve("output"));
      List<String> options = archiving(file);
      try (Program program = Program.start(directory, directory, options, job.arguments())) {
        program.await().with(0);
      }
      file.toFile().deleteOnExit();
      return Optional.of(file).filter(Files::exists);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
