package dev.sluice.jobs.text;

import dev.sluice.core.Digests;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.text.JobRefusedException.OfOutput;
import dev.sluice.jobs.text.JobRefusedException.OfRequest;
import dev.sluice.jobs.text.JobRefusedException.Reason;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.publish.OutputFiles;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * The output of a job. It is on this machine or in an object store. On this machine, the job writes
 * the output directly. If the output is in an object store, the job works in a local directory as
 * if that were the output, with its temporary files, locks and checkpoints beside it. When the
 * output is complete, its files are published, and the mark of the output last. Each file is
 * published by one request, which fails if the object exists. If any step is killed, the same
 * command continues it.
 *
 * <p>The local directory contains the whole output at first. Each published file is deleted from
 * it, so a file that is missing there must be in the store.
 *
 * <pre>
 * WORK/COMMAND-HASH/lock
 *                   publication.json   what is published, once the output is complete
 *                   tmp/               temporary files of the publication
 *                   output/NAME/       the output, by its last name
 *                   output/.NAME...    what the job keeps beside it
 * </pre>
 */
public final class StagedOutput {
  private static final JobPhase PUBLISHING = new JobPhase("publishing", true);
  private static final String PLAN = "publication.json";

  /** The directory in which the output is made, separate from the files of this class. */
  private static final String OUTPUT = "output";

  private static final int HASH_CHARACTERS = 12;
  private static final int ASKED_AT_ONCE = 16;

  private final OutputForm form;
  private final Path target;
  private final Optional<Path> staging;

  /** A job that can run with such an output. */
  @FunctionalInterface
  public interface Job<T> {
    /** Runs the job with an output. */
    T run(Path output, JobProgress progress) throws IOException, InterruptedException;
  }

  /** Checks an object store before anything is written. */
  @FunctionalInterface
  public interface Check {
    void run() throws IOException;
  }

  private StagedOutput(OutputForm form, Path target, Optional<Path> staging) {
    this.form = form;
    this.target = target;
    this.staging = staging;
  }

  /** Creates an output on this machine. The job writes to it directly. */
  public static StagedOutput local(OutputForm form, Path target) {
    return new StagedOutput(form, target, Optional.empty());
  }

  /**
   * Creates an output in an object store.
   *
   * @param workDirectory work directory on this machine, which several outputs can share
   * @param inputs the inputs, from which the output must be {@linkplain SeparateOutput separate}
   * @throws JobRefusedException if the target cannot be an output
   */
  public static StagedOutput remote(
      OutputForm form, Path target, Path workDirectory, List<String> inputs) throws IOException {
    Path normal = target.toAbsolutePath().normalize();
    if (normal.getNameCount() == 0) {
      throw JobRefusedException.ofOutput(
          "%s is a whole bucket: specify a prefix in it, such as %sout".formatted(target, normal));
    }
    SeparateOutput.require(target, inputs, List.of());
    byte[] hash = Digests.sha256().digest(normal.toString().getBytes(StandardCharsets.UTF_8));
    String name = HexFormat.of().formatHex(hash).substring(0, HASH_CHARACTERS);
    Path staging = workDirectory.toAbsolutePath().resolve(form.command() + "-" + name);
    return new StagedOutput(form, normal, Optional.of(staging));
  }

  /**
   * Runs a job. If the job has already finished, its result is returned instead.
   *
   * @param check called before the job starts, if the output is in an object store
   * @throws JobRefusedException if the output contains something else
   * @throws JobFailedException if another process has published a different output meanwhile
   */
  public <T> T run(Check check, JobProgress progress, Job<T> job)
      throws IOException, InterruptedException {
    if (staging.isEmpty()) {
      return job.run(target, progress);
    }
    try (JobDirectory work = JobDirectory.take(staging.get())) {
      T result;
      try {
        Files.createDirectories(output().getParent());
        result = remote(work, check, progress, job);
      } catch (IOException | InterruptedException | RuntimeException e) {
        discardIfUnused(work);
        throw e;
      }
      work.delete();
      return result;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private <T> T remote(JobDirectory work, Check check, JobProgress progress, Job<T> job)
      throws IOException, InterruptedException {
    Optional<PublicationPlan> begun = work.read(PLAN, PublicationPlan.class);
    if (begun.isPresent()) {
      publish(begun.get(), progress);
    }
    if (Files.exists(target) && !Files.isDirectory(target)) {
      throw JobRefusedException.ofOutput("%s is an object: specify a prefix".formatted(target));
    }
    return Files.isDirectory(target) && Files.exists(mark())
        ? finished(progress, job)
        : made(work, check, progress, job);
  }

  /** Deletes the work directory of a command that ended before it wrote anything. */
  private static void discardIfUnused(JobDirectory work) throws IOException {
    Path lock = work.path().resolve(JobDirectory.LOCK);
    boolean isUsed;
    try (Stream<Path> files = Files.walk(work.path())) {
      isUsed = files.anyMatch(file -> Files.isRegularFile(file) && !file.equals(lock));
    }
    if (!isUsed) {
      work.delete();
    }
  }

  private Path mark() {
    return target.resolve(form.mark()).normalize();
  }

  private Path output() {
    return staging.orElseThrow().resolve(OUTPUT).resolve(target.getFileName().toString());
  }

  /** Returns the result of the finished output in the object store, which the job cannot change. */
  private <T> T finished(JobProgress progress, Job<T> job)
      throws IOException, InterruptedException {
    try {
      return job.run(target, progress);
    } catch (UnsupportedOperationException e) {
      throw JobRefusedException.ofOutput(
          "%s is complete, and this command would change it: choose another prefix, or delete the output"
              .formatted(target));
    }
  }

  private <T> T made(JobDirectory work, Check check, JobProgress progress, Job<T> job)
      throws IOException, InterruptedException {
    OutputDirectory.requireEmpty(target);
    check.run();
    T result = staged(withPublishing(progress), job);
    PublicationPlan plan = PublicationPlan.of(output(), form);
    work.write(PLAN, plan);
    publish(plan, progress);
    return result;
  }

  /**
   * Runs the job in the local directory. Problems with this directory are reported as problems of
   * the work directory.
   */
  private <T> T staged(JobProgress progress, Job<T> job) throws IOException, InterruptedException {
    try {
      return job.run(output(), progress);
    } catch (JobRefusedException e) {
      throw new JobRefusedException(
          e.reasons().stream().map(StagedOutput::ofWorkDirectory).toList());
    }
  }

  private static Reason ofWorkDirectory(Reason reason) {
    return reason instanceof OfOutput output ? new OfRequest(output.line("--work-dir")) : reason;
  }

  private static JobProgress withPublishing(JobProgress progress) {
    return new JobProgress() {
      @Override
      public void plan(List<JobPhase> phases) {
        List<JobPhase> all = new ArrayList<>(phases);
        all.add(PUBLISHING);
        progress.plan(all);
      }

      @Override
      public void reached(JobPosition position) {
        progress.reached(position);
      }

      @Override
      public void warn(String message) {
        progress.warn(message);
      }
    };
  }

  private void publish(PublicationPlan plan, JobProgress progress)
      throws IOException, InterruptedException {
    long done = 0;
    Publication publication = new Publication(staging.orElseThrow().resolve("tmp"));
    publication.clear();
    try {
      IoRetry.THREE_TIMES.call(
          () -> publication.create(target.resolve(PublicationPlan.NAME), Json.write(plan)));
      requirePublished(plan);
      for (PublicationPlan.PlannedFile file : plan.files()) {
        done += file.bytes();
        IoRetry.THREE_TIMES.call(() -> publish(file));
        progress.reached(new JobPosition(PUBLISHING, done, plan.bytes(), 0, file.name()));
      }
    } catch (FileAlreadyExistsException e) {
      throw new JobFailedException(
          "%s already exists, but was not written by this command: another process wrote it after this command had started. Choose another prefix with --output, or delete the object and run the command again. The files of this command are in %s"
              .formatted(e.getFile(), staging.orElseThrow()));
    }
  }

  private Path complete(PublicationPlan.PlannedFile file) {
    return output().resolve(file.name()).normalize();
  }

  private Path object(PublicationPlan.PlannedFile file) {
    return target.resolve(file.name()).normalize();
  }

  /**
   * Publishes a local file, then deletes it. A missing file has been published earlier.
   *
   * @return the path of the object
   */
  private Path publish(PublicationPlan.PlannedFile file) throws IOException {
    Path complete = complete(file);
    Path object = object(file);
    if (Files.exists(complete)) {
      Publication.createDirectories(object.getParent());
      OutputFiles.of(object).create(complete, object, file.sha256());
      Files.deleteIfExists(complete);
    }
    return object;
  }

  /** Checks that files published earlier exist as objects; checks several at a time. */
  private void requirePublished(PublicationPlan plan) throws IOException, InterruptedException {
    List<Callable<Path>> asking = new ArrayList<>();
    for (PublicationPlan.PlannedFile file : plan.files()) {
      if (!Files.exists(complete(file))) {
        asking.add(() -> IoRetry.THREE_TIMES.call(() -> published(file)));
      }
    }
    if (!asking.isEmpty()) {
      try (WorkerPool asked = new WorkerPool("published", ASKED_AT_ONCE)) {
        asked.all(asking);
      }
    }
  }

  private Path published(PublicationPlan.PlannedFile file) throws IOException {
    Path object = object(file);
    if (!OutputFiles.of(object).holds(object, file.sha256())) {
      throw new JobFailedException(
          "%s was published by an earlier run of this command, but has been deleted or replaced since then (its SHA-256 was %s). To start over, delete %s and %s, then run the command again"
              .formatted(object, file.sha256(), target, staging.orElseThrow()));
    }
    return object;
  }

  /**
   * The form of a command's output.
   *
   * @param command name of the command
   * @param mark path, relative to the output, of the file that marks the output as complete;
   *     published last
   * @param smaller what to do if a file is too large for an object
   */
  public record OutputForm(String command, String mark, String smaller) {
    private static final String SPLIT = "first cut the inputs with sluice split";

    /** Creates the form of a command that writes a file for each input file. */
    public static OutputForm perInput(String command, String mark) {
      return new OutputForm(command, mark, SPLIT);
    }

    /** Creates the form of a command whose files are never large. */
    public static OutputForm small(String command, String mark) {
      return new OutputForm(command, mark, "write the output to a local directory");
    }
  }

  /**
   * A record of the files of a complete output. It is published before these files, so if two
   * processes have different outputs for the same place, exactly one of them can publish.
   *
   * @param format version of the record's format
   * @param files the files in the order of their publication
   */
  public record PublicationPlan(int format, List<PlannedFile> files) {
    /** The path of this record in an output. */
    static final String NAME = "_sluice/publication.json";

    private static final int FORMAT = 1;

    /**
     * A file to publish.
     *
     * @param name path relative to the output
     * @param bytes size of the file
     * @param sha256 SHA-256 of the file, in hex
     */
    public record PlannedFile(String name, long bytes, String sha256) {
      /** Requires all components. */
      public PlannedFile {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(sha256, "sha256");
      }
    }

    /** Copies the list. */
    public PublicationPlan {
      files = List.copyOf(files);
    }

    /**
     * Plans the publication of a directory. It contains all files except temporary ones and locks,
     * in the order of their names, with the mark last.
     *
     * @throws JobFailedException if a file is too large
     */
    static PublicationPlan of(Path directory, OutputForm form) throws IOException {
      Path mark = directory.resolve(form.mark()).normalize();
      List<Path> paths;
      try (Stream<Path> walk = Files.walk(directory)) {
        paths =
            walk.filter(Files::isRegularFile)
                .filter(path -> !path.equals(mark) && !isInternal(path))
                .sorted()
                .toList();
      }
      List<PlannedFile> files = new ArrayList<>();
      for (Path path : paths) {
        files.add(planned(directory.relativize(path).toString(), path, form));
      }
      files.add(planned(form.mark(), mark, form));
      return new PublicationPlan(FORMAT, files);
    }

    /** Returns the size of all files. */
    long bytes() {
      return files.stream().mapToLong(PlannedFile::bytes).sum();
    }

    private static boolean isInternal(Path path) {
      String name = path.getFileName().toString();
      return name.startsWith(".") && (name.endsWith(".tmp") || name.endsWith(".tmp.checkpoint"))
          || name.startsWith(".nfs") // an open file that was deleted
          || path.endsWith("_sluice/lock");
    }

    private static PlannedFile planned(String name, Path path, OutputForm form) throws IOException {
      long bytes = Files.size(path);
      if (bytes > Publication.MAX_OBJECT_BYTES) {
        throw new JobFailedException(
            "%s has %,d bytes, but an object can have at most %,d: %s"
                .formatted(path, bytes, Publication.MAX_OBJECT_BYTES, form.smaller()));
      }
      return new PlannedFile(name, bytes, Publication.sha256(path));
    }
  }
}
