package dev.sluice.cli;

import dev.sluice.cli.option.MemoryOption;
import dev.sluice.cli.option.PathConverters;
import dev.sluice.cli.option.TextJobOptions;
import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.split.SplitJob;
import dev.sluice.jobs.split.SplitJob.SplitResult;
import dev.sluice.jobs.split.SplitRequest;
import dev.sluice.jobs.text.StagedOutput.OutputForm;
import dev.sluice.settings.Problems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code split}: divides files into parts for many cores. */
@Command(
    name = "split",
    description =
        "Split a data set into parts of limited size, at least twice as many as there are cores."
            + " Together, the parts contain exactly the rows of the input. If interrupted, run the"
            + " command again to continue.")
final class SplitCommand extends FileJobCommand {
  private static final OutputForm FORM =
      new OutputForm("split", "_sluice/split.json", "set a smaller --target-size");

  @Option(
      names = "--input",
      converter = PathConverters.Checked.class,
      paramLabel = "PATH",
      arity = "1..*",
      required = true,
      description = "Directories, files or globs of Parquet or JSON.")
  private List<String> inputs = new ArrayList<>();

  @Option(
      names = "--output",
      converter = PathConverters.ToOutput.class,
      paramLabel = "DIR",
      required = true,
      description = "A new directory, or the directory of an interrupted split.")
  private Path output;

  @Option(
      names = "--target-size",
      paramLabel = "SIZE",
      description =
          "Maximum size of a part; only a part with a single row can be larger. Default: 128MiB.")
  private Optional<String> targetSize = Optional.empty();

  @Option(
      names = "--cores",
      paramLabel = "N",
      description =
          "Number of cores of the cluster that will read the parts; at least twice as many parts"
              + " are written. Default: the cores of this machine.")
  private Optional<Integer> cores = Optional.empty();

  @Option(
      names = {"--threads", "--workers"},
      paramLabel = "N",
      description = "Number of files processed at the same time. Default: one per processor.")
  private Optional<Integer> threads = Optional.empty();

  @Mixin private MemoryOption memory = new MemoryOption();

  @Override
  public Integer call() throws Exception {
    SplitRequest request = request();
    SplitJob.Outcome outcome =
        runShown(
            shown ->
                workDir.run(
                    FORM,
                    output,
                    inputs,
                    shown,
                    (directory, all) -> SplitJob.run(request.into(directory), all)),
            workDir.written(output));
    if (outcome.finishedBefore()) {
      sayFinished(output);
    }
    print(outcome.result(), () -> text(outcome.result()));
    return TextJobOptions.listQuarantined(outcome.result().quarantined(), sluice.err());
  }

  private SplitRequest request() {
    Problems problems = new Problems();
    problems.tryOut("--target-size", this::targetBytes);
    problems.atLeast(1, cores(), "--cores");
    problems.check(
        cores() <= SplitRequest.MOST_CORES,
        "--cores",
        "%d is too large; must be at most %d".formatted(cores(), SplitRequest.MOST_CORES));
    problems.atLeast(1, threads(), "--threads");
    problems.tryOut("--memory", () -> memory.heapBytes(sluice.machine()));
    problems.throwIfAny();
    return new SplitRequest(inputs, output, targetBytes(), cores(), threads());
  }

  private long targetBytes() {
    long bytes = targetSize.map(ByteSize::parse).orElse(SplitRequest.DEFAULT_TARGET);
    if (bytes < SplitRequest.LEAST_TARGET) {
      throw new IllegalArgumentException(
          "%s is too small; must be at least %s"
              .formatted(targetSize.orElseThrow(), ByteSize.format(SplitRequest.LEAST_TARGET)));
    }
    return bytes;
  }

  private int cores() {
    return cores.orElse(sluice.machine().processors());
  }

  private int threads() {
    return threads.orElse(sluice.machine().processors());
  }

  private static String text(SplitResult result) {
    long largest = result.parts().stream().mapToLong(SplitResult.Part::bytes).max().orElse(0);
    return "%,d rows of %,d files in %,d parts; the largest part has %,d bytes%n"
        .formatted(result.rows(), result.sources(), result.parts().size(), largest);
  }
}
