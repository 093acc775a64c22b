package dev.sluice.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The program's classes as a rehearsal has loaded them, in the form in which a JVM takes them over,
 * as the launcher keeps them. A process that begins with it has a quarter of its work less. Made
 * once, beside the first processes, which begin without it.
 */
final class ClassArchive {
  private static final CompletableFuture<Path> FILE =
      CompletableFuture.supplyAsync(
          ClassArchive::make, task -> new Thread(task, "class-archive").start());

  private ClassArchive() {}

  /** The file, once it is there. */
  static Path file() {
    return FILE.join();
  }

  /** What a JVM is told to use it, if it is there by now. */
  static List<String> options() {
    if (!FILE.isDone() || FILE.isCompletedExceptionally()) {
      return List.of();
    }
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
      file.toFile().deleteOnExit();
      List<String> options = List.of("-XX:ArchiveClassesAtExit=" + file, "-Dsluice.sha256=java");
      List<String> rehearsal = List.of("rehearse", "rehearsed");
      try (Program program = ProgramProcess.start(directory, directory, options, rehearsal)) {
        Runtime.getRuntime().addShutdownHook(new Thread(program::end));
        program.await().with(0);
      }
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
