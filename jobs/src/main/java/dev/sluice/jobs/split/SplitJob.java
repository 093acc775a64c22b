package dev.sluice.jobs.split;

import dev.sluice.jobs.text.DiskRoom;
import dev.sluice.jobs.text.FileListing;
import dev.sluice.jobs.text.JobOutput;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.JobRefusedException.OfRequest;
import dev.sluice.jobs.text.JobRefusedException.Reason;
import dev.sluice.jobs.text.SeparateOutput;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * Splits the files of a data set into parts of limited size, and into enough parts for a number of
 * cores. The order of rows does not change, nor do the bytes of lines and of row groups that need
 * not be divided. The parts are a function of request and files. Running the same request again
 * continues an interrupted run.
 */
public final class SplitJob {
  /** Recompressed data may be larger by one in this many bytes. */
  private static final int SPARE = 20;

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
   * @param result what there is now
   * @param finishedBefore whether an earlier run had finished it
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
   * @throws dev.sluice.storage.text.TextInputException if there is nothing to read
   * @throws JobRefusedException if the request cannot be met; nothing was written
   * @throws dev.sluice.jobs.text.JobFailedException for other failures, with what to do
   * @throws InterruptedException if this thread is interrupted; the job can be continued
   */
  public static Outcome run(SplitRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    SplitJob job = new SplitJob(request, TextInputs.find(request.inputs()), progress);
    progress.plan(List.of(LOOKING, CUTTING));
    job.checkInputs();
    Map<String, Object> arguments = job.arguments();
    Optional<SplitResult> finished = SplitOutput.finished(job.output, arguments);
    if (finished.isPresent()) {
      job.output.clear();
      return new Outcome(finished.get(), true);
    }
    if (!job.output.isBegun()) {
      DiskRoom.real().check(job.output.directory(), job.bytes() + job.bytes() / SPARE);
    }
    try (SplitOutput output = SplitOutput.take(job.output)) {
      return new Outcome(job.split(output, job.plan(output, arguments)), false);
    }
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
                "--input: %s could be taken for a part of %s: rename it, or run the command once for each input"
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
              "--input: two files are %s below their inputs, one of them %s: run the command once for each input"
                  .formatted(file.name(), file.path())));
    }
  }

  private Map<String, Object> arguments() throws IOException {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("inputs", FileListing.of(files));
    arguments.put("target_size", request.targetBytes());
    arguments.put("cores", request.cores());
    return arguments;
  }

  private SplitPlan plan(SplitOutput output, Map<String, Object> arguments)
      throws IOException, InterruptedException {
    Optional<SplitPlan> before = output.plan(arguments);
    if (before.isPresent()) {
      return before.get();
    }
    SplitStop stop = new SplitStop(progress, LOOKING, bytes());
    SplitPlan plan = new SplitPlan(arguments, new SplitSurvey(request, files, stop).sources());
    output.begin(plan);
    return plan;
  }

  private long bytes() {
    return files.stream().mapToLong(TextFile::bytes).sum();
  }

  private SplitResult split(SplitOutput output, SplitPlan plan)
      throws IOException, InterruptedException {
    SplitStop stop = new SplitStop(progress, CUTTING, bytes());
    List<Callable<SourceState>> work = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      int number = i;
      work.add(
          () ->
              new SourceSplitter(
                      output,
                      files.get(number),
                      number,
                      plan.sources().get(number),
                      request.targetBytes(),
                      Runtime.getRuntime().maxMemory() / request.threads(),
                      stop::done)
                  .run());
    }
    SplitResult result = result(plan, SplitWork.all(work, request.threads(), stop));
    output.finish(result);
    return result;
  }

  private SplitResult result(SplitPlan plan, List<SourceState> states) {
    List<SplitResult.Part> parts = new ArrayList<>();
    List<String> quarantined = new ArrayList<>();
    for (SourceState state : states) {
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

  private List<SplitResult.Part> parts(SourceState state) {
    PartNames names = new PartNames(output.directory(), state.name());
    List<SplitResult.Part> parts = new ArrayList<>();
    long row = 0;
    for (CutPart part : state.parts()) {
      String name = names.of(parts.size(), state.parts().size());
      parts.add(new SplitResult.Part(name, state.name(), row, part.rows(), part.bytes()));
      row += part.rows();
    }
    return parts;
  }
}
