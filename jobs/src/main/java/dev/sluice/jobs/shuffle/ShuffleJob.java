package dev.sluice.jobs.shuffle;

import dev.sluice.algorithms.shuffle.ShuffleKeys;
import dev.sluice.jobs.text.DiskRoom;
import dev.sluice.jobs.text.JobDirectory;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.SkippedPath;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Shuffles the rows of all inputs so that every order is equally likely: see {@link ShuffleKeys}.
 * The output is a function of request, inputs and seed; memory and threads do not change it. After
 * an interruption, the same request resumes.
 *
 * <pre>
 * ScatterPass        inputs to partitions on disk, by ranges of a random key per row
 * PartitionSplitter  partitions larger than memory are split further
 * GatherPass         one partition after the other: load, sort, write
 * </pre>
 *
 * <p>A broken file is quarantined as a whole: the other files are read to find all broken ones, and
 * the shuffle starts again without them.
 */
public final class ShuffleJob {
  private static final int MAX_CHECKPOINTS = 2_000;

  private final ShuffleRequest request;
  private final Map<String, Object> arguments;
  private final Map<String, String> quarantined;
  private final ShuffleInputs inputs;
  private final Optional<ParquetInputs> tables;
  private final RowSources sources;
  private final JobProgress progress;

  /**
   * The result of an invocation.
   *
   * @param result of the shuffle
   * @param finishedBefore whether an earlier invocation had finished it
   */
  public record Outcome(ShuffleResult result, boolean finishedBefore) {}

  private ShuffleJob(
      ShuffleRequest request,
      Map<String, Object> arguments,
      Map<String, String> quarantined,
      ShuffleInputs inputs,
      Optional<ParquetInputs> tables,
      JobProgress progress) {
    this.request = request;
    this.arguments = arguments;
    this.quarantined = quarantined;
    this.inputs = inputs;
    this.tables = tables;
    this.sources = new RowSources(request.memory(), request.threads(), inputs.to(), tables);
    this.progress = progress;
  }

  /**
   * Runs the shuffle.
   *
   * @param standardOutput for lines if the request names no directory
   * @throws JobRefusedException if the request is not possible; nothing was written
   * @throws JobFailedException if it failed, with the remedy
   * @throws InterruptedException if this thread is interrupted; it can be resumed
   */
  public static Outcome run(
      ShuffleRequest request, OutputStream standardOutput, JobProgress progress)
      throws IOException, InterruptedException {
    ShuffleInputs inputs = ShuffleInputs.find(request);
    Optional<ShuffleResult> finished = finished(request, inputs);
    if (finished.isPresent()) {
      return new Outcome(finished.get(), true);
    }
    Map<String, String> quarantined = new HashMap<>();
    while (true) {
      try {
        return job(request, inputs, quarantined, progress).shuffle(standardOutput);
      } catch (BrokenFiles.BrokenFilesException e) {
        quarantined.putAll(e.reasons());
      } catch (ShuffleMemory.OversizeRowException e) {
        throw new JobFailedException(request.memory().tooSmallFor(e));
      }
    }
  }

  /** The file that says that an output is complete, relative to the output. */
  public static String record(Path output) {
    return "../" + ShuffleOutput.recordOf(output.toAbsolutePath().normalize());
  }

  private static ShuffleJob job(
      ShuffleRequest request,
      ShuffleInputs all,
      Map<String, String> quarantined,
      JobProgress progress)
      throws IOException {
    ShuffleInputs usable = all.without(quarantined);
    Optional<ParquetInputs> tables =
        usable.from().contains(RowFormat.PARQUET)
            ? Optional.of(ParquetInputs.of(usable.files(RowFormat.PARQUET), request.union()))
            : Optional.empty();
    return new ShuffleJob(
        request, all.arguments(request), Map.copyOf(quarantined), usable, tables, progress);
  }

  private Outcome shuffle(OutputStream standardOutput) throws IOException, InterruptedException {
    return request.output().isPresent()
        ? toDirectory(new ShuffleOutput(request.output().get(), request.temporary()))
        : toStandardOutput(standardOutput);
  }

  /** The result of an earlier invocation, without looking at the inputs. */
  private static Optional<ShuffleResult> finished(ShuffleRequest request, ShuffleInputs inputs)
      throws IOException {
    if (request.output().isEmpty()) {
      return Optional.empty();
    }
    ShuffleOutput output = new ShuffleOutput(request.output().get(), request.temporary());
    Optional<ShuffleResult> finished = output.finished(inputs.arguments(request), request.seed());
    if (finished.isPresent()) {
      JobDirectory.clear(output.temporary());
    }
    return finished;
  }

  private Outcome toStandardOutput(OutputStream out) throws IOException, InterruptedException {
    Path parent =
        request.temporary().orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir")));
    Files.createDirectories(parent);
    Path path = Files.createTempDirectory(parent, "shuffle-");
    try (JobDirectory directory = JobDirectory.take(path)) {
      try {
        ShuffleState state = scatter(directory, begin(path));
        gather(directory, state, 0, plan(state, path), new StandardOutput(out));
        return new Outcome(
            new ShuffleResult(
                state.begun().request(),
                state.seed(),
                state.rows(),
                List.of(),
                state.quarantined(),
                SkippedPath.json(inputs.leftOut())),
            false);
      } finally {
        directory.delete();
      }
    }
  }

  private Outcome toDirectory(ShuffleOutput output) throws IOException, InterruptedException {
    Optional<RowTable> table =
        inputs.to() == RowFormat.PARQUET ? Optional.of(table()) : Optional.empty();
    try (JobDirectory directory = JobDirectory.take(output.temporary())) {
      ShuffleState state = claim(output, directory);
      try {
        ShuffleResult result = shuffle(output, directory, table, state);
        directory.delete();
        return new Outcome(result, false);
      } catch (SourceFormatException
          | BrokenFiles.BrokenFilesException
          | DamagedPartitionException e) {
        output.discard();
        directory.delete();
        throw e;
      }
    }
  }

  /** The state of an interrupted invocation with the same request, or a new one. */
  private ShuffleState claim(ShuffleOutput output, JobDirectory directory)
      throws IOException, InterruptedException {
    Optional<ShuffleState> before = directory.checkpoint(ShuffleState.class);
    if (before.isPresent()) {
      ShuffleState.Begun begun = before.get().begun();
      output.requireSame(begun.request(), begun.seed(), arguments, request.seed());
      if (begun.quarantined().keySet().equals(quarantined.keySet())) {
        return before.get();
      }
      if (begun.quarantined().keySet().containsAll(quarantined.keySet())) {
        throw new BrokenFiles.BrokenFilesException(begun.quarantined());
      }
      output.discard();
    }
    try {
      output.requireEmpty();
      ShuffleState state = begin(directory.path());
      output.begin();
      directory.note(state);
      return state;
    } catch (JobRefusedException | SourceFormatException | BrokenFiles.BrokenFilesException e) {
      directory.delete();
      throw e;
    }
  }

  private ShuffleState begin(Path temporary) throws IOException, InterruptedException {
    BrokenFiles broken = new BrokenFiles();
    Map<Integer, Long> rows = new HashMap<>();
    for (int i = 0; i < inputs.parts().size(); i++) {
      if (InputPlan.needsRows(inputs.parts().get(i).input().share())) {
        rows.put(i, sources.count(inputs.parts().get(i).files(), broken));
      }
    }
    broken.throwAny();
    long seed = request.seed().orElseGet(() -> new SecureRandom().nextInt(Integer.MAX_VALUE));
    ShuffleState.Begun begun = new ShuffleState.Begun(arguments, seed, rows, quarantined);
    InputPlan plan = readingPlan(begun);
    Forecast forecast = Forecast.of(plan, sources, broken);
    broken.throwAny();
    DiskRoom.real()
        .check(
            temporary,
            forecast.partitionBytes(),
            2 * request.memory().checkpointBytes(),
            request.output(),
            inputs.to() == RowFormat.PARQUET ? plan.bytes() : forecast.bytes());
    int partitions = request.memory().partitions(forecast.heapBytes(), rowGroups());
    return ShuffleState.of(begun, ShufflePartition.divide(partitions));
  }

  private InputPlan readingPlan(ShuffleState.Begun begun) {
    List<OptionalLong> rows = new ArrayList<>();
    for (int i = 0; i < inputs.parts().size(); i++) {
      Long counted = begun.rows().get(i);
      rows.add(counted == null ? OptionalLong.empty() : OptionalLong.of(counted));
    }
    return InputPlan.of(inputs.parts(), rows);
  }

  private ShuffleResult shuffle(
      ShuffleOutput output, JobDirectory directory, Optional<RowTable> table, ShuffleState begun)
      throws IOException, InterruptedException {
    ShuffleState state = scatter(directory, begun);
    ShardPlan plan = plan(state, output.path());
    int shard = 0;
    while (shard < plan.shards() && Files.exists(plan.path(shard))) {
      shard++;
    }
    if (state.written() < plan.firstRow(shard)) {
      state = state.written(plan.firstRow(shard), 0);
    }
    if (shard < plan.shards()) {
      write(directory, table, state, shard, plan);
    }
    return output.finish(state, plan, inputs.leftOut());
  }

  private void write(
      JobDirectory directory,
      Optional<RowTable> table,
      ShuffleState state,
      int shard,
      ShardPlan plan)
      throws IOException, InterruptedException {
    if (table.isEmpty()) {
      try (LineShards shards = new LineShards(plan, shard, state.shardBytes(), state.written())) {
        gather(directory, state, shard, plan, shards);
      }
      return;
    }
    int packing = request.memory().packing(request.threads());
    try (TableShards shards = new TableShards(plan, shard, table.get(), packing)) {
      gather(directory, state.written(shards.rows(), 0), shard, plan, shards);
    }
  }

  private RowTable table() throws IOException, InterruptedException {
    if (tables.isPresent()) {
      return RowTable.ofRecords(tables.get().format());
    }
    return inputs.from().contains(RowFormat.LINES)
        ? RowTable.ofLines()
        : RowTable.ofJson(
            new JsonInputs(sources).survey(inputs.files(RowFormat.JSONL), request.threads()));
  }

  /** Number of row groups in memory in addition to partitions. */
  private int rowGroups() {
    return inputs.to() == RowFormat.PARQUET ? request.memory().packing(request.threads()) + 1 : 0;
  }

  private ShardPlan plan(ShuffleState state, Path directory) {
    return new ShardPlan(request.split(), state.rows(), directory, inputs.to());
  }

  /** Scatters the rows that are not in partitions yet, and splits partitions that are too large. */
  private ShuffleState scatter(JobDirectory directory, ShuffleState begun)
      throws IOException, InterruptedException {
    progress.plan(List.of(JobPhase.READING, JobPhase.WRITING));
    InputPlan plan = readingPlan(begun.begun());
    ShuffleKeys keys = ShuffleKeys.of(begun.seed());
    ShuffleState state = begun;
    if (state.reading().file() < plan.files().size()) {
      int chunkBytes = request.memory().chunkBytes(state.partitions().size());
      try (PartitionWriters partitions =
          new PartitionWriters(
              keys, directory.path(), ShufflePartition.ALL, state.partitions(), chunkBytes)) {
        ScatterPass pass =
            new ScatterPass(
                plan,
                sources,
                partitions,
                state,
                tables.isPresent()
                    ? request.memory().reading(request.threads())
                    : request.threads(),
                checkpointBytes(plan.bytes()),
                directory::noteLightly,
                progress);
        state = pass.run();
      }
    }
    return new PartitionSplitter(keys, directory, request.memory(), rowGroups()).splitAll(state);
  }

  /** Large inputs have many partitions, and recording their positions takes time. */
  private long checkpointBytes(long allBytes) {
    return Math.max(request.memory().checkpointBytes(), allBytes / MAX_CHECKPOINTS);
  }

  private void gather(
      JobDirectory directory, ShuffleState state, int shard, ShardPlan plan, Shards shards)
      throws IOException, InterruptedException {
    new GatherPass(
            directory.path(),
            plan,
            shards,
            shard,
            state,
            checkpointBytes(state.partitions().stream().mapToLong(ShufflePartition::bytes).sum()),
            directory::note,
            progress)
        .run();
  }
}
