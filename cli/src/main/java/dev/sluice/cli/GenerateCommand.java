package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.cli.option.PathConverters;
import dev.sluice.cli.option.WorkDirOption;
import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.generate.Generator;
import dev.sluice.jobs.generate.Generator.GeneratedSet;
import dev.sluice.jobs.text.StagedOutput.OutputForm;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code generate}: writes synthetic documents for trials. */
@Command(
    name = "generate",
    description =
        "Write synthetic documents that resemble FineWeb-Edu. The same seed produces the same"
            + " files.")
final class GenerateCommand extends ProgramCommand {
  @Mixin private WorkDirOption workDir = new WorkDirOption();

  @Option(
      names = "--output",
      converter = PathConverters.ToOutput.class,
      paramLabel = "DIR",
      required = true,
      description = "The output directory.")
  private Path output;

  @Option(names = "--docs", paramLabel = "N", required = true, description = "Number of rows.")
  private long documents;

  @Option(
      names = "--dumps",
      paramLabel = "N",
      description = "Number of dumps. Default: ${DEFAULT-VALUE}.")
  private int dumps = Generator.Options.DEFAULT_DUMPS;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the generator. Default: ${DEFAULT-VALUE}.")
  private long seed = Generator.Options.DEFAULT_SEED;

  @Override
  public Integer call() throws Exception {
    GeneratedSet set =
        run(
            progress ->
                workDir.run(
                    OutputForm.small(spec.name(), Generator.MARKER),
                    output,
                    List.of(),
                    progress,
                    (directory, all) ->
                        Generator.generate(
                            new Generator.Options(directory, documents, dumps, seed), all)),
            workDir.written(output));
    sluice.print(
        "%s: %,d synthetic rows in %,d files, %s%n"
            .formatted(output, set.rows(), set.files().size(), ByteSize.approximate(set.bytes())));
    return ExitCode.DONE;
  }
}
