package dev.sluice.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The program's classes as a rehearsal has loaded them, in the form in which a JVM takes them over,
 * as the launcher keeps them. A process that begins with it has a quarter of its work less. Made
 * once.
 */
final class ClassArchive {
  private ClassArchive() {}

  private static final class Once {
    private static final Path FILE = make();
  }

  /** The file. */
  static Path file() {
    return Once.FILE;
  }

  /** What a JVM is told to use it. */
  static List<String> options() {
    return List.of(
        "-XX:SharedArchiveFile=" + file(),
        "-Xlog:cds*=off",
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:ArchiveRelocationMode=0");
  }

  private static Path make() {
    try {
      Path directory = Files.createTempDirectory("sluice-it");
      Path file = directory.resolve("classes.jsa");
      List<String> options = List.of("-XX:ArchiveClassesAtExit=" + file, "-Dsluice.sha256=java");
      List<String> rehearsal = List.of("rehearse", "rehearsed");
      try (Program program = ProgramProcess.start(directory, directory, options, rehearsal)) {
        program.await().with(0);
      }
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
