package dev.sluice.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The program's classes as a demo has loaded them, in the form in which a JVM takes them over, as
 * the launcher keeps them. A process that begins with it has a quarter of its work less. To make it
 * costs as much as a dozen processes save: those who start many ask for it once.
 */
public final class ClassArchive {
  private static volatile Path file;

  private ClassArchive() {}

  /** The file, which all processes are started with from now on. */
  public static synchronized Path file() {
    if (file == null) {
      file = make();
    }
    return file;
  }

  /** What a JVM is told to use it, if there is one. */
  static List<String> options() {
    Path made = file;
    return made == null
        ? List.of()
        : List.of(
            "-XX:SharedArchiveFile=" + made,
            "-Xlog:cds*=off",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:ArchiveRelocationMode=0");
  }

  private static Path make() {
    try {
      Path directory = Files.createTempDirectory("sluice-it");
      Path made = directory.resolve("classes.jsa");
      made.toFile().deleteOnExit();
      List<String> options = List.of("-XX:ArchiveClassesAtExit=" + made, "-Dsluice.sha256=java");
      List<String> demo = List.of("demo", "--set", "near-dedup.method=minhash", "--output", "demo");
      try (Program program = ProgramProcess.start(directory, directory, options, demo)) {
        program.await().with(0);
      }
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
