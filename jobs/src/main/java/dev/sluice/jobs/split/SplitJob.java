package dev.sluice.jobs.split;

import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.split.SplitPlan.PartNames;
import dev.sluice.jobs.text.DiskRoom;
import dev.sluice.jobs.text.JobDirectory;
import dev.sluice.jobs.text.JobOutput;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.JobRefusedException.OfRequest;
import dev.sluice.jobs.text.JobRefusedException.Reason;
import dev.sluice.jobs.text.MarkedFile;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.jobs.text.SeparateOutput;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Splits the files of a data set into parts of limited size. It makes at least enough parts for a
 * number of cores. Neither the order of rows nor the bytes of lines change. The parts are a
 * function of the request and the files. Running the same request again continues an interrupted
 * run.
 */
public final class SplitJob {
  /** Recompressed data can grow by one part in this many. */
  private static final int SPARE = 20;

  private static final String PLAN = "plan.json";

  private static final JobPhase LOOKING = new JobPhase("looking for places to cut", true);
  private static final JobPhase CUTTING = new JobPhase("cutting", true);

  private final SplitRequest request;
  private final JobOutput output;
  private final List<TextFile> files;
  private final List<SkippedPath> leftOut;
  private final JobProgress progress;

  /**
   * The result of a run.
   *
   * @param result the result
   * @param finishedBefore whether an earlier run had finished the job
   */
  public record Outcome(SplitResult result, boolean finishedBefore) {}

  private SplitJob(SplitRequest request, TextInputs inputs, JobProgress progress) {
    this.request = request;
    this.output = new JobOutput(request.output().toAbsolutePath().normalize(), "split");
    this.files = inputs.files();
    this.leftOut = inputs.leftOut();
    this.progress = progress;
  }

  /**
   * Runs the job.
   *
   * @throws dev.sluice.storage.text.TextInputs.TextInputException if there is nothing to read
   * @throws JobRefusedException if the request cannot be met; nothing was written
   * @throws dev.sluice.jobs.text.JobFailedException for any other failure; the message explains
   *     what to do
   * @throws InterruptedException if this thread is interrupted; the job can be continued
   */
  public static Outcome run(SplitRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    SplitJob job = new SplitJob(request, TextInputs.find(request.inputs()), progress);
    progress.plan(List.of(LOOKING, CUTTING));
    job.checkInputs();
    Map<String, Object> arguments = job.arguments();
    Optional<SplitResult> finished = job.finished(arguments);
    if (finished.isPresent()) {
      job.output.clear();
      return new Outcome(finished.get(), true);
    }
    if (!job.output.isBegun()) {
      DiskRoom.real().check(job.output.directory(), job.bytes() + job.bytes() / SPARE);
    }
    try (JobDirectory work = job.output.take()) {
      job.output.requireIncomplete();
      return new Outcome(job.split(work, job.plan(work, arguments)), false);
    }
  }

  /** Returns the result of an earlier run of the same request, if that run has finished. */
  private Optional<SplitResult> finished(Map<String, Object> arguments) throws IOException {
    if (!Files.exists(output.report())) {
      return Optional.empty();
    }
    SplitResult result = Json.read(output.report(), SplitResult.class);
    requireSame(result.request(), arguments);
    for (SplitResult.Part part : result.parts()) {
      Path file = output.directory().resolve(part.part());
      if (!Files.exists(file) || Files.size(file) != part.bytes()) {
        throw JobRefusedException.ofOutput(
            "%s: %s is missing, or its size is no longer the %d bytes that were written: delete the directory and run the command again"
                .formatted(output.directory(), part.part(), part.bytes()));
      }
    }
    return Optional.of(result);
  }

  private void requireSame(Map<String, Object> before, Map<String, Object> now) throws IOException {
    OutputDirectory.requireSame(output.directory(), "split", Json.tree(before), now);
  }

  private void checkInputs() throws IOException {
    List<Path> paths = files.stream().map(TextFile::path).toList();
    List<Reason> problems =
        new ArrayList<>(SeparateOutput.problems(request.output(), request.inputs(), paths));
    Set<String> names = new HashSet<>();
    files.forEach(file -> checkName(file, names, problems));
    for (TextFile file : files) {
      String whole = new PartNames(output.directory(), file.name()).whole();
      if (!whole.equals(file.name()) && names.contains(whole)) {
        problems.add(
            new OfRequest(
                "--input: %s could be mistaken for a part of %s: rename the file, or run the command once for each input"
                    .formatted(file.path(), whole)));
      }
    }
    if (!problems.isEmpty()) {
      throw new JobRefusedException(problems);
    }
  }

  private static void checkName(TextFile file, Set<String> names, List<Reason> problems) {
    if (!names.add(file.name())) {
      problems.add(
          new OfRequest(
              "--input: two files have the same path %s relative to their inputs (one of them is %s): run the command once for each input"
                  .formatted(file.name(), file.path())));
    }
  }

  private Map<String, Object> arguments() throws IOException {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("inputs", MarkedFile.listing(MarkedFile.of(files)));
    arguments.put("target_size", request.targetBytes());
    arguments.put("cores", request.cores());
    return arguments;
  }

  /** Returns the plan of an earlier run of the same request, or makes a plan. */
  private SplitPlan plan(JobDirectory work, Map<String, Object> arguments)
      throws IOException, InterruptedException {
    Optional<SplitPlan> before = work.read(PLAN, SplitPlan.class);
    if (before.isPresent()) {
      requireSame(before.get().request(), arguments);
      return before.get();
    }
    SplitWork looking = new SplitWork(progress, LOOKING, request.threads(), bytes());
    SplitPlan plan = new SplitPlan(arguments, new SplitSurvey(request, files, looking).sources());
    work.write(PLAN, plan);
    return plan;
  }

  private long bytes() {
    return files.stream().mapToLong(TextFile::bytes).sum();
  }

  private SplitResult split(JobDirectory work, SplitPlan plan)
      throws IOException, InterruptedException {
    SplitWork cutting = new SplitWork(progress, CUTTING, request.threads(), bytes());
    SplitRequest absolute = request.into(output.directory());
    List<Callable<FileSplitter.State>> all = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      SplitPlan.Source source = plan.sources().get(i);
      FileSplitter splitter =
          new FileSplitter(absolute, files.get(i), source, work, i, cutting::done);
      all.add(splitter::run);
    }
    SplitResult result = result(plan, cutting.all(all));
    TemporaryFile.write(output.report(), Json.write(result));
    work.delete();
    return result;
  }

  private SplitResult result(SplitPlan plan, List<FileSplitter.State> states) {
    List<SplitResult.Part> parts = new ArrayList<>();
    List<String> quarantined = new ArrayList<>();
    for (FileSplitter.State state : states) {
      if (state.isBroken()) {
        quarantined.add("%s: %s".formatted(state.name(), state.problem()));
      } else {
        parts.addAll(parts(state));
      }
    }
    long rows = parts.stream().mapToLong(SplitResult.Part::rows).sum();
    long bytes = parts.stream().mapToLong(SplitResult.Part::bytes).sum();
    return new SplitResult(
        plan.request(),
        states.size() - quarantined.size(),
        rows,
        bytes,
        parts,
        quarantined,
        SkippedPath.json(leftOut));
  }

  private List<SplitResult.Part> parts(FileSplitter.State state) {
    PartNames names = new PartNames(output.directory(), state.name());
    List<SplitResult.Part> parts = new ArrayList<>();
    long row = 0;
    for (Cutter.Part part : state.parts()) {
      String name = names.of(parts.size(), state.parts().size());
      parts.add(new SplitResult.Part(name, state.name(), row, part.rows(), part.bytes()));
      row += part.rows();
    }
    return parts;
  }

  /** A phase of the job, which processes several files in parallel. */
  static final class SplitWork {
    private final JobProgress progress;
    private final JobPhase phase;
    private final int threads;
    private final long allBytes;
    private final AtomicLong done = new AtomicLong();
    private volatile boolean stopped;

    SplitWork(JobProgress progress, JobPhase phase, int threads, long allBytes) {
      this.progress = progress;
      this.phase = phase;
      this.threads = threads;
      this.allBytes = allBytes;
    }

    /**
     * Reports that further bytes have been processed. Called often by the work.
     *
     * @throws CancellationException if other work of the phase has failed
     */
    void done(long bytes) {
      if (stopped) {
        throw new CancellationException("split");
      }
      long reached = Math.min(allBytes, done.addAndGet(bytes));
      progress.reached(JobPosition.of(phase, reached, allBytes));
    }

    /**
     * Runs work on all threads and returns the results in order. No work is running when this
     * method returns or throws.
     */
    <T> List<T> all(List<Callable<T>> work) throws IOException, InterruptedException {
      WorkerPool workers = new WorkerPool("split", threads);
      try {
        return workers.all(work);
      } catch (IOException | InterruptedException | RuntimeException e) {
        stopped = true;
        throw e;
      } finally {
        workers.shutdown();
      }
    }
  }

  /**
   * The result of a split.
   *
   * @param request the arguments of the request
   * @param sources number of files that were split
   * @param rows number of rows in all parts
   * @param bytes size of all parts
   * @param parts the parts, ordered by source and row
   * @param quarantined the broken files, each with the reason; the parts contain none of their rows
   * @param leftOut skipped paths, as {@link dev.sluice.storage.text.SkippedPath#json}
   */
  public record SplitResult(
      Map<String, Object> request,
      int sources,
      long rows,
      long bytes,
      List<Part> parts,
      List<String> quarantined,
      Map<String, Object> leftOut) {
    /** Copies the lists. */
    public SplitResult {
      request = Map.copyOf(request);
      parts = List.copyOf(parts);
      quarantined = List.copyOf(quarantined);
      leftOut = Map.copyOf(leftOut);
    }

    /**
     * A part of a file.
     *
     * @param part path of the part in the output, with {@code /}
     * @param source path of the source file, relative to its input
     * @param firstRow index in the source of the part's first row
     * @param rows number of rows
     * @param bytes size on disk
     */
    public record Part(String part, String source, long firstRow, long rows, long bytes) {
      /** Requires both names. */
      public Part {
        Objects.requireNonNull(part, "part");
        Objects.requireNonNull(source, "source");
      }
    }
  }
}
