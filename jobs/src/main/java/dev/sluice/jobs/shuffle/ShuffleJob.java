package dev.sluice.jobs.shuffle;

import dev.sluice.algorithms.shuffle.ShuffleKeys;
import dev.sluice.jobs.shuffle.InputColumns.Forecast;
import dev.sluice.jobs.shuffle.Shards.ShardPlan;
import dev.sluice.jobs.shuffle.ShuffleState.ShufflePartition;
import dev.sluice.jobs.text.DamagedSpillException;
import dev.sluice.jobs.text.DiskRoom;
import dev.sluice.jobs.text.JobDirectory;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.TableFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Shuffles the rows of all inputs so that every order is equally likely; see {@link ShuffleKeys}.
 * The output is a function of the request, the inputs and the seed; memory and the number of
 * threads do not affect it. After an interruption, running the same request again resumes it.
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
  private final Optional<InputColumns> columns;
  private final RowSources sources;
  private final JobProgress progress;

  /**
   * The result of an invocation.
   *
   * @param result the result of the shuffle
   * @param finishedBefore whether an earlier invocation had finished the shuffle
   */
  public record Outcome(ShuffleResult result, boolean finishedBefore) {}

  private ShuffleJob(
      ShuffleRequest request,
      Map<String, Object> arguments,
      Map<String, String> quarantined,
      ShuffleInputs inputs,
      Optional<InputColumns> columns,
      JobProgress progress) {
    this.request = request;
    this.arguments = arguments;
    this.quarantined = quarantined;
    this.inputs = inputs;
    this.columns = columns;
    this.sources = new RowSources(request.memory(), request.threads(), inputs.to(), columns);
    this.progress = progress;
  }

  /**
   * Runs the shuffle.
   *
   * @throws JobRefusedException if the request is not possible; nothing was written
   * @throws JobFailedException if the shuffle failed; the message explains what to do
   * @throws InterruptedException if this thread is interrupted; the shuffle can be resumed
   */
  public static Outcome run(ShuffleRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    ShuffleInputs inputs = ShuffleInputs.find(request);
    Optional<ShuffleResult> finished = finished(request, inputs);
    if (finished.isPresent()) {
      return new Outcome(finished.get(), true);
    }
    Map<String, String> quarantined = new HashMap<>();
    while (true) {
      try {
        return job(request, inputs, quarantined, progress).shuffle();
      } catch (BrokenFiles.BrokenFilesException e) {
        quarantined.putAll(e.reasons());
      } catch (ShuffleMemory.OversizeRowException e) {
        throw new JobFailedException(request.memory().tooSmallFor(e));
      }
    }
  }

  /** Returns the path, relative to the output, of the file that marks the output as complete. */
  public static String record(Path output) {
    return "../" + ShuffleOutput.recordOf(output.toAbsolutePath().normalize());
  }

  private static ShuffleJob job(
      ShuffleRequest request,
      ShuffleInputs all,
      Map<String, String> quarantined,
      JobProgress progress)
      throws IOException, InterruptedException {
    ShuffleInputs usable = all.without(quarantined);
    return new ShuffleJob(
        request,
        all.arguments(request),
        Map.copyOf(quarantined),
        usable,
        columns(request, usable),
        progress);
  }

  private static Optional<InputColumns> columns(ShuffleRequest request, ShuffleInputs inputs)
      throws IOException, InterruptedException {
    if (inputs.from().contains(RowFormat.PARQUET)) {
      return Optional.of(InputColumns.of(inputs.files(RowFormat.PARQUET), request.union()));
    }
    return inputs.to() == RowFormat.PARQUET
        ? Optional.of(
            new JsonInputs(request.memory(), request.threads())
                .survey(inputs.files(RowFormat.JSONL)))
        : Optional.empty();
  }

  /** Returns the result of an earlier invocation, if it has finished. Does not read the inputs. */
  private static Optional<ShuffleResult> finished(ShuffleRequest request, ShuffleInputs inputs)
      throws IOException {
    ShuffleOutput output = new ShuffleOutput(request.output(), request.temporary());
    Optional<ShuffleResult> finished = output.finished(inputs.arguments(request), request.seed());
    if (finished.isPresent()) {
      JobDirectory.clear(output.temporary());
    }
    return finished;
  }

  private Outcome shuffle() throws IOException, InterruptedException {
    ShuffleOutput output = new ShuffleOutput(request.output(), request.temporary());
    try (JobDirectory directory = JobDirectory.take(output.temporary())) {
      ShuffleState state = claim(output, directory);
      try {
        ShuffleResult result = shuffle(output, directory, state);
        directory.delete();
        return new Outcome(result, false);
      } catch (SourceFormatException | BrokenFiles.BrokenFilesException | DamagedSpillException e) {
        output.discard();
        directory.delete();
        throw e;
      }
    }
  }

  /** Returns the state of an interrupted invocation with the same request, or a new state. */
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
      if (!inputs.parts().get(i).input().share().isWhole()) {
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
            Optional.of(request.output()),
            inputs.to() == RowFormat.PARQUET ? plan.bytes() : forecast.bytes());
    int partitions = request.memory().partitions(forecast.heapBytes(), packing());
    return ShuffleState.of(begun, ShufflePartition.ALL.dividedInto(partitions));
  }

  private InputPlan readingPlan(ShuffleState.Begun begun) {
    List<OptionalLong> rows = new ArrayList<>();
    for (int i = 0; i < inputs.parts().size(); i++) {
      Long counted = begun.rows().get(i);
      rows.add(counted == null ? OptionalLong.empty() : OptionalLong.of(counted));
    }
    return InputPlan.of(inputs.parts(), rows);
  }

  private ShuffleResult shuffle(ShuffleOutput output, JobDirectory directory, ShuffleState begun)
      throws IOException, InterruptedException {
    ShuffleState state = scatter(directory, begun);
    ShardPlan plan = new ShardPlan(request.split(), state.rows(), output.path(), inputs.to());
    int shard = 0;
    while (shard < plan.shards() && Files.exists(plan.path(shard))) {
      shard++;
    }
    if (state.written() < plan.firstRow(shard)) {
      state = state.written(plan.firstRow(shard), 0);
    }
    if (shard < plan.shards()) {
      write(directory, state, shard, plan);
    }
    return output.finish(state, plan, inputs.leftOut());
  }

  private void write(JobDirectory directory, ShuffleState state, int shard, ShardPlan plan)
      throws IOException, InterruptedException {
    Optional<TableFormat> table =
        inputs.to() == RowFormat.PARQUET ? columns.map(InputColumns::format) : Optional.empty();
    Shards.Certain certain = new Shards.Certain(state.written(), state.shardBytes());
    try (Shards shards = new Shards(plan, shard, certain, table, Math.max(1, packing()))) {
      new GatherPass(
              directory.path(),
              plan,
              shards,
              shard,
              state.written(shards.rows(), state.shardBytes()),
              checkpointBytes(state.partitions().stream().mapToLong(ShufflePartition::bytes).sum()),
              directory::note,
              progress)
          .run();
    }
  }

  /** Returns the number of row groups to compress at the same time; 0 for lines. */
  private int packing() {
    return inputs.to() == RowFormat.PARQUET ? request.memory().packing(request.threads()) : 0;
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
                inputs.from().contains(RowFormat.PARQUET)
                    ? request.memory().reading(request.threads())
                    : request.threads(),
                checkpointBytes(plan.bytes()),
                directory::noteLightly,
                progress);
        state = pass.run();
      }
    }
    return new PartitionSplitter(keys, directory, request.memory(), packing()).splitAll(state);
  }

  /**
   * Returns the interval between checkpoints. It grows with the input, because recording many
   * partitions takes long.
   */
  private long checkpointBytes(long allBytes) {
    return Math.max(request.memory().checkpointBytes(), allBytes / MAX_CHECKPOINTS);
  }

  /**
   * The result of a shuffle.
   *
   * @param request the request as JSON values
   * @param seed the seed, requested or drawn at random
   * @param rows total number of rows
   * @param shards the shards in order
   * @param quarantined the quarantined files, each with the reason; the shards contain none of
   *     their rows
   * @param leftOut skipped paths, as {@link dev.sluice.storage.text.SkippedPath#json}
   */
  public record ShuffleResult(
      Map<String, Object> request,
      long seed,
      long rows,
      List<Shard> shards,
      List<String> quarantined,
      Map<String, Object> leftOut) {
    /** Copies the collections. */
    public ShuffleResult {
      request = Map.copyOf(request);
      shards = List.copyOf(shards);
      quarantined = List.copyOf(quarantined);
      leftOut = Map.copyOf(leftOut);
    }

    /**
     * A file of the output.
     *
     * @param name name of the file in the output directory
     * @param rows number of rows in the file
     * @param bytes size on disk
     */
    public record Shard(String name, long rows, long bytes) {
      /** Requires the name. */
      public Shard {
        Objects.requireNonNull(name, "name");
      }
    }
  }
}
