package dev.sluice.jobs.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.work.DurableFiles;
import dev.sluice.core.work.FileTree;
import dev.sluice.core.work.LockedFile;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.text.TextFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The directory in which one part works and leaves the files that the join needs. Used by one
 * process at a time. If a process is killed, the next one continues its work. Until the join, an
 * output contains:
 *
 * <pre>
 * OUT/_sluice/parts/terms.json             what all parts have in common, written by the first one
 * OUT/_sluice/parts/3-of-64/part.json      the report of a part, once it is complete
 * OUT/_sluice/parts/3-of-64/               what else the join needs of it; its journal and lock
 * OUT/_sluice/parts/3-of-64/running        held by the part, too, and for a moment by who asks
 * OUT/_sluice/parts/lock                   held by the join
 * OUT/_sluice/parts/join/                  what it makes before it publishes, if it makes much
 * </pre>
 */
public final class PartDirectory implements Closeable {
  static final String PARTS = "parts";
  static final String REPORT = "part.json";
  static final String RUNNING = "running";
  static final String JOIN = "join";

  /** Checks whether a part can be completed, without writing anything. */
  @FunctionalInterface
  public interface Preparation<T> {
    /** Returns the work on the part. */
    Work<T> prepare() throws IOException, InterruptedException;
  }

  /** Completes a part whose lock is held, or continues the work of a killed process. */
  @FunctionalInterface
  public interface Work<T> {
    /** Completes the part. The last call must be {@link #end}. */
    T complete(PartDirectory part) throws IOException, InterruptedException;
  }

  /** Converts the stored result of a finished part to the value that its work returned. */
  @FunctionalInterface
  public interface Finished<T> {
    /** Converts the stored result of a complete part. */
    T of(JsonNode result) throws IOException;
  }

  private final PartTerms terms;
  private final JobPart part;
  private final JobDirectory work;
  private final LockedFile running;

  /** Returns the directory of all parts of an output. */
  static Path parts(Path output) {
    return JobOutput.own(output).resolve(PARTS);
  }

  static Path terms(Path output) {
    return parts(output).resolve("terms.json");
  }

  static Path part(Path output, JobPart part) {
    return parts(output).resolve(part.fileName());
  }

  private PartDirectory(PartTerms terms, JobPart part, JobDirectory work, LockedFile running) {
    this.terms = terms;
    this.part = part;
    this.work = work;
    this.running = running;
  }

  /**
   * Completes a part, unless it is already complete. Looks for a finished part before preparing,
   * since another process can briefly hold the lock of a finished part, and again once this process
   * has the lock, since another process may have completed the part in the meantime.
   *
   * @throws JobRefusedException if another process holds the lock, or if the output is not writable
   *     or contains anything but parts with the same terms
   */
  public static <T> T once(
      Path output, PartTerms terms, JobPart part, Finished<T> finished, Preparation<T> preparation)
      throws IOException, InterruptedException {
    Optional<JsonNode> before = finished(output, terms, part);
    if (before.isPresent()) {
      return finished.of(before.get());
    }
    Work<T> work = preparation.prepare();
    try (PartDirectory held = take(output, terms, part)) {
      before = finished(output, terms, part);
      return before.isPresent() ? finished.of(before.get()) : work.complete(held);
    }
  }

  private static Optional<JsonNode> finished(Path output, PartTerms terms, JobPart part)
      throws IOException {
    requireOurs(output, terms);
    Path report = part(output, part).resolve(REPORT);
    if (!Files.exists(report)) {
      return Optional.empty();
    }
    FinishedPart finished = Json.read(report, FinishedPart.class);
    finished.terms().requireSame(terms, output);
    return Optional.of(finished.result());
  }

  private static PartDirectory take(Path output, PartTerms terms, JobPart part) throws IOException {
    OutputDirectory.requireWritable(output);
    requireOurs(output, terms);
    JobDirectory work = JobDirectory.take(part(output, part));
    try {
      Publication publication = new Publication(work.path().resolve("tmp"));
      publication.clear();
      begin(output, terms, publication);
      LockedFile running = LockedFile.await(work.path().resolve(RUNNING));
      return new PartDirectory(terms, part, work, running);
    } catch (IOException | RuntimeException e) {
      work.close();
      throw e;
    }
  }

  /** Writes the terms of all parts, unless another part has written them. */
  private static void begin(Path output, PartTerms terms, Publication publication)
      throws IOException {
    Path file = terms(output);
    try {
      publication.create(file, Json.write(terms));
    } catch (FileAlreadyExistsException e) {
      Json.read(file, PartTerms.class).requireSame(terms, output);
    }
  }

  /**
   * Requires an output without foreign files. Looks for the terms twice, because another part may
   * write them in the meantime.
   */
  private static void requireOurs(Path output, PartTerms terms) throws IOException {
    if (!isBegun(output, terms)) {
      Optional<Path> foreign = foreign(output);
      if (foreign.isPresent() && !isBegun(output, terms)) {
        throw JobRefusedException.ofOutput(OutputDirectory.notEmpty(output, foreign.get()));
      }
    }
  }

  private static boolean isBegun(Path output, PartTerms terms) throws IOException {
    Path file = terms(output);
    if (!Files.exists(file)) {
      return false;
    }
    Json.read(file, PartTerms.class).requireSame(terms, output);
    return true;
  }

  private static Optional<Path> foreign(Path output) throws IOException {
    Path own = output.resolve(JobOutput.OWN);
    Optional<Path> found = OutputDirectory.foreign(output, own);
    return found.isPresent() ? found : OutputDirectory.foreign(own, own.resolve(PARTS));
  }

  /** Returns the path of a file of this part. */
  public Path file(String name) {
    return work.path().resolve(name);
  }

  /**
   * Completes the part. It writes the part's report, and deletes all other files except the given
   * ones.
   *
   * @param files the part's share of the input
   * @param kept names of the files that the join needs; they need not exist
   */
  public void end(List<TextFile> files, JsonNode result, Set<String> kept) throws IOException {
    List<MarkedFile> share = MarkedFile.of(files);
    for (String name : kept) {
      flush(file(name));
    }
    TemporaryFile.write(
        file(REPORT), Json.write(new FinishedPart(part.number(), terms, share, result)));
    Set<String> needed = new HashSet<>(kept);
    needed.add(REPORT);
    needed.add(JobDirectory.LOCK);
    needed.add(RUNNING);
    try (Stream<Path> entries = Files.list(work.path())) {
      for (Path entry : entries.toList()) {
        if (!needed.contains(entry.getFileName().toString())) {
          FileTree.deleteAll(entry);
        }
      }
    }
  }

  /**
   * Flushes a file, so that after a power failure no report exists without the files of its part.
   */
  private static void flush(Path file) throws IOException {
    if (Files.exists(file)) {
      DurableFiles.sync(file);
    }
  }

  @Override
  public void close() throws IOException {
    try (work) {
      running.close();
    }
  }

  /**
   * The report of a part. It is written after all other files of the part.
   *
   * @param part number of the part
   * @param terms the terms of the part
   * @param files the part's share of the input
   * @param result the result of the part
   */
  public record FinishedPart(int part, PartTerms terms, List<MarkedFile> files, JsonNode result) {
    /** Requires all components and copies the list. */
    public FinishedPart {
      Objects.requireNonNull(terms, "terms");
      Objects.requireNonNull(result, "result");
      files = List.copyOf(files);
    }

    /** Returns the exception to throw if a join cannot read a file of this part. */
    public JobFailedException unreadable(Path left, IOException problem) {
      return new JobFailedException(
          "%s cannot be read (%s): delete its directory and run %s"
              .formatted(
                  left,
                  Objects.requireNonNullElse(problem.getMessage(), "the file is truncated"),
                  terms.typed(new JobPart(part, terms.parts()))));
    }
  }
}
