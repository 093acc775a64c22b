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
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The directory of one part, where it works and leaves what the join needs. Held by one process at
 * a time. After a kill, the next process finds what is there.
 */
public final class PartDirectory implements Closeable {
  /** Checks whether a part can be done, and writes nothing. */
  @FunctionalInterface
  public interface Preparation<T> {
    /** What is then to be done. */
    Work<T> prepare() throws IOException, InterruptedException;
  }

  /** Completes a part that is held, or continues what a killed process has left there. */
  @FunctionalInterface
  public interface Work<T> {
    /** Ends with {@link #end}. */
    T complete(PartDirectory part) throws IOException, InterruptedException;
  }

  /** Makes of a part's result what its completion returned. */
  @FunctionalInterface
  public interface Finished<T> {
    /** Of the result of a part that is complete. */
    T of(JsonNode result) throws IOException;
  }

  private final PartTerms terms;
  private final JobPart part;
  private final JobDirectory work;
  private final LockedFile running;

  private PartDirectory(PartTerms terms, JobPart part, JobDirectory work, LockedFile running) {
    this.terms = terms;
    this.part = part;
    this.work = work;
    this.running = running;
  }

  /**
   * Completes a part, unless that is done. Looks before it prepares, since another process may hold
   * a finished part for a moment, and again once it holds the part, since another process may have
   * completed it in the meantime.
   *
   * @throws JobRefusedException if another process holds it, the output is not writable, or it
   *     holds anything but parts on the same terms
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
    Path report = PartLayout.part(output, part).resolve(PartLayout.REPORT);
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
    JobDirectory work = JobDirectory.take(PartLayout.part(output, part));
    try {
      Publication publication = new Publication(work.path().resolve("tmp"));
      publication.clear();
      begin(output, terms, publication);
      LockedFile running = LockedFile.await(work.path().resolve(PartLayout.RUNNING));
      return new PartDirectory(terms, part, work, running);
    } catch (IOException | RuntimeException e) {
      work.close();
      throw e;
    }
  }

  /** The first part says what all have in common. */
  private static void begin(Path output, PartTerms terms, Publication publication)
      throws IOException {
    Path file = PartLayout.terms(output);
    try {
      publication.create(file, Json.write(terms));
    } catch (FileAlreadyExistsException e) {
      Json.read(file, PartTerms.class).requireSame(terms, output);
    }
  }

  /** Other parts may write at the same time, so terms are looked for again. */
  private static void requireOurs(Path output, PartTerms terms) throws IOException {
    if (!isBegun(output, terms)) {
      Optional<Path> foreign = foreign(output);
      if (foreign.isPresent() && !isBegun(output, terms)) {
        throw JobRefusedException.ofOutput(OutputDirectory.notEmpty(output, foreign.get()));
      }
    }
  }

  private static boolean isBegun(Path output, PartTerms terms) throws IOException {
    Path file = PartLayout.terms(output);
    if (!Files.exists(file)) {
      return false;
    }
    Json.read(file, PartTerms.class).requireSame(terms, output);
    return true;
  }

  private static Optional<Path> foreign(Path output) throws IOException {
    Path own = output.resolve(JobOutput.OWN);
    Optional<Path> found = OutputDirectory.foreign(output, own);
    return found.isPresent() ? found : OutputDirectory.foreign(own, own.resolve(PartLayout.PARTS));
  }

  /** A file of this part. */
  public Path file(String name) {
    return work.path().resolve(name);
  }

  /**
   * Completes the part: writes its report and deletes everything else, except for some files.
   *
   * @param files its share of the input
   * @param kept names of files that the join needs, if they are there
   */
  public void end(List<TextFile> files, JsonNode result, Set<String> kept) throws IOException {
    List<MarkedFile> share = MarkedFile.of(files);
    for (String name : kept) {
      flush(file(name));
    }
    TemporaryFile.write(
        file(PartLayout.REPORT), Json.write(new FinishedPart(part.number(), terms, share, result)));
    Set<String> needed = new HashSet<>(kept);
    needed.add(PartLayout.REPORT);
    needed.add(JobDirectory.LOCK);
    needed.add(PartLayout.RUNNING);
    try (Stream<Path> entries = Files.list(work.path())) {
      for (Path entry : entries.toList()) {
        if (!needed.contains(entry.getFileName().toString())) {
          FileTree.deleteAll(entry);
        }
      }
    }
  }

  /** After a power failure, a report must not be there without what it vouches for. */
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
}
