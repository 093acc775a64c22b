package dev.sluice.jobs.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.work.FileTree;
import dev.sluice.core.work.LockedFile;
import dev.sluice.jobs.text.PartDirectory.FinishedPart;
import dev.sluice.storage.output.Json;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * All parts of an output. Each part exists once and is complete, all parts have the same terms, and
 * their files together are the input. While open, locks the output against other joins.
 */
public final class JoinedParts implements Closeable {
  /** Maximum number of problems of one kind that are listed; the others are only counted. */
  private static final int NAMED = 20;

  private final Path output;
  private final PartTerms terms;
  private final List<FinishedPart> parts;
  private final JobDirectory lock;

  private JoinedParts(Path output, PartTerms terms, List<FinishedPart> parts, JobDirectory lock) {
    this.output = output;
    this.terms = terms;
    this.parts = parts;
    this.lock = lock;
  }

  /**
   * Finds the result of a complete output. An earlier join or a single invocation has completed it.
   */
  @FunctionalInterface
  public interface Finished<T> {
    /** Returns the result, or empty if the output is not complete. */
    Optional<T> find() throws IOException;
  }

  /** Combines the files of the parts into the output. */
  @FunctionalInterface
  public interface Join<T> {
    /** Completes the output. */
    T complete(JoinedParts parts) throws IOException, InterruptedException;
  }

  /**
   * Joins the parts of an output, and deletes the files of the parts. If the parts have been joined
   * already, nothing is done. Looks for the result before taking the lock and again afterwards,
   * since another join may have completed the output in the meantime.
   *
   * @param job name of the command
   * @param version the version of the program
   * @param asked the arguments that the parts must have; empty if any arguments are accepted
   * @throws JobRefusedException if a part is missing, differs or is still running
   */
  public static <T> T once(
      Path output,
      String job,
      String version,
      Optional<Map<String, Object>> asked,
      Finished<T> finished,
      Join<T> join)
      throws IOException, InterruptedException {
    Optional<T> before = finished.find();
    if (before.isPresent()) {
      JobDirectory.clear(PartDirectory.parts(output), output); // what a killed join has left
      return before.get();
    }
    if (asked.isPresent()) {
      requireSame(output, asked.get());
    }
    try (JoinedParts parts = open(output, job, version)) {
      before = finished.find();
      T result = before.isPresent() ? before.get() : join.complete(parts);
      parts.lock.delete();
      return result;
    }
  }

  /**
   * Checks the parts of an output and locks the output.
   *
   * @param version version of the program, which the parts must have, because files of different
   *     versions can differ in meaning
   * @throws JobRefusedException if a part is missing, differs or is still running
   */
  static JoinedParts open(Path output, String job, String version) throws IOException {
    Path file = PartDirectory.terms(output);
    if (!Files.exists(file)) {
      throw JobRefusedException.ofOutput(
          "%s holds no parts: run the command with --part 1/N to N/N first".formatted(output));
    }
    OutputDirectory.requireWritable(output);
    OutputDirectory.requireWritable(PartDirectory.parts(output));
    JobDirectory lock = JobDirectory.take(PartDirectory.parts(output), output);
    try {
      PartTerms terms = Json.read(file, PartTerms.class);
      if (!terms.job().equals(job)) {
        throw JobRefusedException.ofOutput(
            "%s holds parts of the command %s: join them with that command"
                .formatted(output, terms.job()));
      }
      if (!terms.version().equals(version)) {
        throw JobRefusedException.ofOutput(
            "%s holds parts made by version %s, but this is version %s: join them with the version that made them, or delete the output"
                .formatted(output, terms.version(), version));
      }
      return new JoinedParts(output, terms, read(output, terms), lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * Checks that the parts of an output, if any, have these arguments.
   *
   * @throws JobRefusedException if an argument differs; names the first one
   */
  private static void requireSame(Path output, Map<String, Object> arguments) throws IOException {
    Path file = PartDirectory.terms(output);
    if (Files.exists(file)) {
      JsonNode before = Json.read(file, PartTerms.class).arguments();
      OutputDirectory.requireSame(output, "result in parts", before, arguments);
    }
  }

  /**
   * Checks that an output contains no parts.
   *
   * @throws JobRefusedException if it contains parts
   */
  public static void requireNone(Path output) {
    if (Files.isDirectory(PartDirectory.parts(output))) {
      throw JobRefusedException.ofOutput(
          "%s holds parts: complete the output with --part and --join, or choose another directory"
              .formatted(output));
    }
  }

  private static List<FinishedPart> read(Path output, PartTerms terms) throws IOException {
    List<FinishedPart> parts = new ArrayList<>();
    List<JobPart> absent = new ArrayList<>();
    List<JobPart> unfinished = new ArrayList<>();
    List<JobPart> running = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (int number = 1; number <= terms.parts(); number++) {
      JobPart part = new JobPart(number, terms.parts());
      Path report = PartDirectory.part(output, part).resolve(PartDirectory.REPORT);
      if (Files.exists(report)) {
        awaitEnd(report.getParent());
        FinishedPart finished = Json.read(report, FinishedPart.class);
        difference(output, finished, part, terms).ifPresent(problems::add);
        parts.add(finished);
      } else if (!Files.isDirectory(report.getParent())) {
        absent.add(part);
      } else if (isRunning(report.getParent())) {
        running.add(part);
      } else {
        unfinished.add(part);
      }
    }
    problem(absent, "missing: run " + typed(absent, terms), problems);
    problem(unfinished, "unfinished: to continue, run " + typed(unfinished, terms), problems);
    problem(running, "still running: wait, then join again", problems);
    if (problems.isEmpty() && !isWhole(parts, terms)) {
      problems.add(
          "the files of all parts together differ from the input, or a file has changed while it"
              + " was read: delete the output and run all parts again");
    }
    if (!problems.isEmpty()) {
      throw JobRefusedException.of(problems);
    }
    return parts;
  }

  /** Returns the command line of the first of these parts, followed by a hint at the others. */
  private static String typed(List<JobPart> parts, PartTerms terms) {
    String first = parts.stream().findFirst().map(terms::typed).orElse("");
    return parts.size() > 1 ? first + ", and so on" : first;
  }

  private static void problem(List<JobPart> parts, String what, List<String> problems) {
    if (parts.isEmpty()) {
      return;
    }
    String named =
        parts.stream().limit(NAMED).map(JobPart::toString).collect(Collectors.joining(", "));
    String more = parts.size() > NAMED ? " and %,d more".formatted(parts.size() - NAMED) : "";
    problems.add(
        "--join: %s %s%s %s"
            .formatted(
                parts.size() == 1 ? "part" : "parts",
                named,
                more,
                parts.size() == 1 ? "is " + what : "are " + what));
  }

  private static Optional<String> difference(
      Path output, FinishedPart finished, JobPart part, PartTerms terms) {
    if (finished.part() != part.number()) {
      return Optional.of(
          "--join: the directory of part %s holds part %d: run all parts again with a new output"
              .formatted(part, finished.part()));
    }
    return terms
        .difference(finished.terms())
        .map(
            difference ->
                "--join: part %s differs from the other parts: %s. Delete %s and run %s"
                    .formatted(
                        part, difference, PartDirectory.part(output, part), terms.typed(part)));
  }

  /**
   * Waits until a part has ended. This is necessary because a part writes its report before it
   * deletes other files.
   */
  private static void awaitEnd(Path directory) throws IOException {
    Path file = directory.resolve(PartDirectory.RUNNING);
    if (Files.exists(file)) {
      LockedFile.await(file).close();
    }
  }

  /** Returns whether a part is running. Tries a lock that a starting part does not need. */
  private static boolean isRunning(Path directory) throws IOException {
    Path file = directory.resolve(PartDirectory.RUNNING);
    if (!Files.exists(file)) {
      return false;
    }
    Optional<LockedFile> lock = LockedFile.tryLock(file);
    if (lock.isPresent()) {
      lock.get().close();
    }
    return lock.isEmpty();
  }

  private static boolean isWhole(List<FinishedPart> parts, PartTerms terms) throws IOException {
    List<MarkedFile> files = parts.stream().flatMap(part -> part.files().stream()).toList();
    return Json.tree(MarkedFile.listing(files)).equals(terms.arguments().path("input"));
  }

  /** Returns the terms that all parts have in common. */
  public PartTerms terms() {
    return terms;
  }

  /** Returns the parts in the order of their numbers. This is also the order of the input. */
  public List<FinishedPart> parts() {
    return parts;
  }

  /** Returns the path of a file that a part has left. */
  public Path file(FinishedPart part, String name) {
    return PartDirectory.part(output, new JobPart(part.part(), terms.parts())).resolve(name);
  }

  /** Returns an empty directory for the join. Deletes files that a killed join has left in it. */
  public Path workspace() throws IOException {
    Path directory = lock.path().resolve(PartDirectory.JOIN);
    FileTree.deleteAll(directory);
    return Files.createDirectory(directory);
  }

  /** Returns the files that a part has written. */
  @FunctionalInterface
  public interface Written {
    /** Returns the sizes of the part's files by path. Problems list files in this order. */
    Map<Path, Long> of(FinishedPart part) throws IOException;
  }

  /**
   * Checks that all files that parts have written exist and have their recorded sizes.
   *
   * @throws JobRefusedException if files are missing or have different sizes; names them
   */
  public void requireWritten(Written written) throws IOException {
    List<String> problems = new ArrayList<>();
    for (FinishedPart part : parts) {
      for (Map.Entry<Path, Long> file : written.of(part).entrySet()) {
        lost(part, file.getKey(), file.getValue()).ifPresent(problems::add);
      }
    }
    if (!problems.isEmpty()) {
      throw JobRefusedException.of(problems);
    }
  }

  private Optional<String> lost(FinishedPart part, Path written, long bytes) throws IOException {
    if (Files.exists(written) && Files.size(written) == bytes) {
      return Optional.empty();
    }
    JobPart which = new JobPart(part.part(), terms.parts());
    return Optional.of(
        "--join: %s of part %s is missing or has the wrong size: delete this file and %s, then run %s"
            .formatted(written, which, PartDirectory.part(output, which), terms.typed(which)));
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
