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
 * All parts of an output: each is there once and complete, all were made on the same terms, and
 * their files together are the input. Locks the output against another join while open.
 */
public final class JoinedParts implements Closeable {
  /** Maximum number of problems of one kind that are listed; others are counted. */
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

  /** Looks for what another join, or one invocation, has completed. */
  @FunctionalInterface
  public interface Finished<T> {
    /** The result; empty if the output is not complete. */
    Optional<T> find() throws IOException;
  }

  /** Makes one output from what the parts have left. */
  @FunctionalInterface
  public interface Join<T> {
    /** Completes the output. */
    T complete(JoinedParts parts) throws IOException, InterruptedException;
  }

  /**
   * Joins the parts of an output, unless that is done, and deletes what they have left. Looks for
   * the result before it takes the lock and again when it has it, since another join may have
   * completed the output in the meantime.
   *
   * @param job the name of its command
   * @param version of the program
   * @param asked the arguments that the parts must have; empty if any will do
   * @throws JobRefusedException naming what is missing, differs or is still running
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
      clear(output);
      return before.get();
    }
    if (asked.isPresent()) {
      requireSame(output, asked.get());
    }
    try (JoinedParts parts = open(output, job, version)) {
      before = finished.find();
      T result = before.isPresent() ? before.get() : join.complete(parts);
      parts.delete();
      return result;
    }
  }

  /**
   * Checks the parts of an output and locks it.
   *
   * @param version of the program: what parts of another one have left may mean something else
   * @throws JobRefusedException naming what is missing, differs or is still running
   */
  public static JoinedParts open(Path output, String job, String version) throws IOException {
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
            "%s holds parts of %s: join them with that command".formatted(output, terms.job()));
      }
      if (!terms.version().equals(version)) {
        throw JobRefusedException.ofOutput(
            "%s holds parts made by version %s, but this is version %s: join them with the former, or delete the output"
                .formatted(output, terms.version(), version));
      }
      return new JoinedParts(output, terms, read(output, terms), lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * Requires that the parts of an output, if there are any, have these arguments.
   *
   * @throws JobRefusedException naming the first that differs
   */
  private static void requireSame(Path output, Map<String, Object> arguments) throws IOException {
    Path file = PartDirectory.terms(output);
    if (Files.exists(file)) {
      JsonNode before = Json.read(file, PartTerms.class).arguments();
      OutputDirectory.requireSame(output, "result in parts", before, arguments);
    }
  }

  /**
   * Requires that an output is not one of parts.
   *
   * @throws JobRefusedException if it is
   */
  public static void requireNone(Path output) {
    if (Files.isDirectory(PartDirectory.parts(output))) {
      throw JobRefusedException.ofOutput(
          "%s holds parts: complete it with --part and --join, or choose another directory"
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
    problem(unfinished, "unfinished: run again " + typed(unfinished, terms), problems);
    problem(running, "still running: wait", problems);
    if (problems.isEmpty() && !isWhole(parts, terms)) {
      problems.add(
          "the files of all parts together are not the input, or one has changed while it was read:"
              + " delete the output and run all parts again");
    }
    if (!problems.isEmpty()) {
      throw JobRefusedException.of(problems);
    }
    return parts;
  }

  /** The command line of the first of these parts, followed by a hint at the others. */
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
                "--join: part %s differs from the others: %s. Delete %s and run %s"
                    .formatted(
                        part, difference, PartDirectory.part(output, part), terms.typed(part)));
  }

  /** Waits until a part has ended: it writes its report before it deletes other files. */
  private static void awaitEnd(Path directory) throws IOException {
    Path file = directory.resolve(PartDirectory.RUNNING);
    if (Files.exists(file)) {
      LockedFile.await(file).close();
    }
  }

  /** Whether a part is running. Asks for a lock that a starting part does not need. */
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

  /** What all parts have in common. */
  public PartTerms terms() {
    return terms;
  }

  /** The parts in the order of their numbers, which is that of the input. */
  public List<FinishedPart> parts() {
    return parts;
  }

  /** A file that a part has left. */
  public Path file(FinishedPart part, String name) {
    return PartDirectory.part(output, new JobPart(part.part(), terms.parts())).resolve(name);
  }

  /** An empty directory for the join: what one that was killed has left there is deleted. */
  public Path workspace() throws IOException {
    Path directory = lock.path().resolve(PartDirectory.JOIN);
    FileTree.deleteAll(directory);
    return Files.createDirectory(directory);
  }

  /** Returns what a part has written: the sizes of its files, by path. */
  @FunctionalInterface
  public interface Written {
    /** The files of a part, in the order in which problems list them. */
    Map<Path, Long> of(FinishedPart part) throws IOException;
  }

  /**
   * Requires that all files that parts have written exist with the same sizes.
   *
   * @throws JobRefusedException naming those that are not or have others
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
        "--join: %s of part %s is missing or has another size: delete it and %s, and run %s"
            .formatted(written, which, PartDirectory.part(output, which), terms.typed(which)));
  }

  /** Deletes what parts have left; the output is complete. Closes this. */
  public void delete() throws IOException {
    lock.delete();
  }

  /**
   * Deletes what a join that was killed has left of a complete output.
   *
   * @throws JobRefusedException if it is still running
   */
  public static void clear(Path output) throws IOException {
    JobDirectory.clear(PartDirectory.parts(output), output);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
