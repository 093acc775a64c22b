package dev.sluice.cli;

import dev.sluice.cli.option.PathConverters;
import dev.sluice.cli.option.ShuffleInputsFile;
import dev.sluice.cli.option.TextJobOptions;
import dev.sluice.core.values.ByteSize;
import dev.sluice.core.values.OutputPath;
import dev.sluice.jobs.shuffle.RowFormat;
import dev.sluice.jobs.shuffle.ShuffleJob;
import dev.sluice.jobs.shuffle.ShuffleJob.ShuffleResult;
import dev.sluice.jobs.shuffle.ShuffleMemory;
import dev.sluice.jobs.shuffle.ShuffleRequest;
import dev.sluice.jobs.shuffle.ShuffleRequest.FileSplit;
import dev.sluice.jobs.shuffle.ShuffleRequest.ShuffleInput;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.StagedOutput.OutputForm;
import dev.sluice.settings.Problems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** {@code shuffle}: writes all rows of all inputs in random order, with any amount of memory. */
@Command(
    name = "shuffle",
    description =
        "Put the rows of all inputs into one random order; every order is equally likely. The same"
            + " seed gives the same order. If interrupted, run the command again to continue.")
final class ShuffleCommand extends FileJobCommand {
  private static final long LEAST_MEMORY = 128L << 20;

  @Option(
      names = "--input",
      converter = Input.class,
      paramLabel = "PATH[:epochs=N|:weight=N]",
      arity = "1..*",
      description =
          "Directories, files or globs of Parquet, JSON or text lines (.gz, .zst). Their order"
              + " affects the result. epochs is how often each row appears; weight is the share of"
              + " the input in the result, in proportion to the other weights. Alternatively, -c"
              + " FILE with inputs: {PATH: {epochs: N}, ...}.")
  private List<String> inputs = new ArrayList<>();

  @Option(
      names = "--output",
      converter = PathConverters.Output.class,
      paramLabel = "DIR",
      required = true,
      description = "A directory that holds only the shards.")
  private String output;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the order. Default: a random seed, which the report states.")
  private Optional<Long> seed = Optional.empty();

  @Option(
      names = "--shards",
      paramLabel = "N",
      description = "Number of files, with equal numbers of rows. Default: 1.")
  private Optional<Integer> shards = Optional.empty();

  @Option(
      names = "--rows-per-file",
      paramLabel = "N",
      description = "Number of rows per file, instead of --shards.")
  private Optional<Long> rowsPerFile = Optional.empty();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "Format of the shards: one of ${COMPLETION-CANDIDATES}. Default: the format of the"
              + " inputs.")
  private Optional<RowFormat> format = Optional.empty();

  @Option(
      names = "--union",
      description = "If some Parquet files lack a column, fill it with nulls.")
  private boolean union;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "Memory for the whole process. Default: half of the machine's memory, but at most 2GiB.")
  private Optional<String> memory = Optional.empty();

  @Option(
      names = "--temp-dir",
      paramLabel = "DIR",
      description =
          "Directory for temporary files, which take as much space as the decompressed inputs."
              + " Default: next to the output.")
  private Optional<Path> temporary = Optional.empty();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads. Default: one per processor.")
  private Optional<Integer> threads = Optional.empty();

  @Override
  public Integer call() throws Exception {
    ShuffleRequest request = request();
    ShuffleJob.Outcome outcome = runShown(shown -> shuffle(request, shown), written());
    if (outcome.finishedBefore()) {
      sayFinished(request.output());
    }
    print(outcome.result(), () -> text(outcome.result()));
    return TextJobOptions.listQuarantined(outcome.result().quarantined(), sluice.err());
  }

  private ShuffleJob.Outcome shuffle(ShuffleRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    Path target = request.output();
    return workDir.run(
        new OutputForm(spec.name(), ShuffleJob.record(target), "set a larger --shards"),
        target,
        request.inputs().stream().map(ShuffleInput::path).toList(),
        progress,
        (directory, all) -> ShuffleJob.run(request.into(directory), all));
  }

  private Path[] written() {
    return Stream.concat(Stream.of(workDir.written(OutputPath.of(output))), temporary.stream())
        .toArray(Path[]::new);
  }

  private ShuffleRequest request() {
    Problems problems = new Problems();
    boolean none = inputs.isEmpty() && sluice.options().request().file().isEmpty();
    problems.check(!none, "--input", "is missing: specify directories, files or globs, or -c FILE");
    problems.tryOut("--input", this::shuffleInputs);
    problems.atLeast(1, threads(), "--threads");
    problems.tryOut("--memory", this::checkMemory);
    problems.tryOut("--shards", this::split);
    problems.throwIfAny();
    return new ShuffleRequest(
        shuffleInputs(),
        OutputPath.of(output),
        seed.map(OptionalLong::of).orElseGet(OptionalLong::empty),
        split(),
        format,
        union,
        temporary,
        threads(),
        ShuffleMemory.of(Runtime.getRuntime().maxMemory()));
  }

  private List<ShuffleInput> shuffleInputs() {
    List<ShuffleInput> all = new ArrayList<>();
    sluice.options().request().file().map(ShuffleInputsFile::read).ifPresent(all::addAll);
    inputs.stream().map(ShuffleInput::parse).forEach(all::add);
    return all;
  }

  private FileSplit split() {
    return new FileSplit(
        shards.map(OptionalInt::of).orElseGet(OptionalInt::empty),
        rowsPerFile.map(OptionalLong::of).orElseGet(OptionalLong::empty));
  }

  private int threads() {
    return threads.orElse(sluice.machine().processors());
  }

  private void checkMemory() {
    long bytes = memory.map(ByteSize::parse).orElse(LEAST_MEMORY);
    if (bytes < LEAST_MEMORY) {
      throw new IllegalArgumentException(
          "%s is too small; must be at least %s"
              .formatted(memory.orElseThrow(), ByteSize.format(LEAST_MEMORY)));
    }
  }

  private static String text(ShuffleResult result) {
    return "%,d rows shuffled with seed %d into %d files%n"
        .formatted(result.rows(), result.seed(), result.shards().size());
  }

  /** Checks the inputs. Their amounts are checked together with the other options. */
  static final class Input implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      new PathConverters.Checked().convert(ShuffleInput.pathOf(text));
      return text;
    }
  }
}
