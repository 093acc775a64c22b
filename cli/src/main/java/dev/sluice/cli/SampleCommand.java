package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.sample.SampleConfig;
import dev.sluice.cli.option.WorkDirOption;
import dev.sluice.jobs.sample.SampleRecord.QuarantinedFile;
import dev.sluice.jobs.sample.SampleReport;
import dev.sluice.jobs.sample.SampleRequest;
import dev.sluice.jobs.sample.SampleRequest.DatasetRequest;
import dev.sluice.jobs.sample.Sampler;
import dev.sluice.jobs.text.StagedOutput.OutputForm;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.ConfigRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code sample}: selects the rows with the smallest hashes from the buckets of several data sets.
 */
@Command(
    name = "sample",
    description =
        "Sample an exact number of rows from each bucket, or all rows of a bucket that has fewer."
            + " Selects the rows with the smallest hashes, which are the same on every machine. For"
            + " an example, see config/tokenizer-data.yaml.")
final class SampleCommand extends ResultCommand {
  private static final OutputForm FORM =
      new OutputForm("sample", "_sluice/sample.json", "set a smaller --max-rows");
  private static final int LISTED = 20;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Threads for hashing, reading and writing. Default: one per core, at most 32.")
  private Optional<Integer> workers = Optional.empty();

  @Option(
      names = "--io-workers",
      paramLabel = "N",
      description = "Threads for reading footers. Default: twice the number of workers.")
  private Optional<Integer> ioWorkers = Optional.empty();

  @Option(
      names = "--batch-size",
      paramLabel = "ROWS",
      description = "Maximum number of rows read and written at a time. Default: ${DEFAULT-VALUE}.")
  private int batchRows = SampleRequest.Options.DEFAULT_BATCH_ROWS;

  @Option(
      names = "--max-rows",
      paramLabel = "ROWS",
      description = "Maximum number of rows per file. Default: ${DEFAULT-VALUE}.")
  private int maxRows = SampleRequest.Options.DEFAULT_MAX_ROWS;

  @Option(
      names = "--compression-level",
      paramLabel = "N",
      description = "Compression level of zstd, from 1 to 22. Default: ${DEFAULT-VALUE}.")
  private int level = SampleRequest.Options.DEFAULT_LEVEL;

  @Option(names = "--seed", paramLabel = "N", description = "Overrides random_seed.")
  private Optional<Long> seed = Optional.empty();

  @Option(names = "--output", paramLabel = "DIR", description = "Overrides output_dir.")
  private Optional<String> output = Optional.empty();

  @Mixin private WorkDirOption workDir = new WorkDirOption();

  @Override
  public Integer call() throws Exception {
    SampleRequest request = request();
    SampleRequest.Options how = how();
    Path output = request.output();
    SampleReport report =
        run(
            progress ->
                workDir.run(
                    FORM,
                    output,
                    request.datasets().stream().map(DatasetRequest::source).toList(),
                    progress,
                    (place, all) -> sampler(request.into(place), how).run(all)),
            workDir.written(output));
    print(report.at(output));
    return report.record().quarantined().isEmpty() ? ExitCode.DONE : ExitCode.QUARANTINED;
  }

  private SampleRequest request() {
    ConfigRequest given = sluice.options().request();
    Path file =
        given
            .file()
            .orElseThrow(
                () ->
                    usage(
                        "-c FILE is missing; for example, run sluice sample -c"
                            + " config/tokenizer-data.yaml"));
    return SampleConfig.load(
        file,
        given.with("--seed", "random_seed", seed).with("--output", "output_dir", output),
        sluice.environment());
  }

  private static Sampler sampler(SampleRequest request, SampleRequest.Options how) {
    return new Sampler(request, how, Runtime.getRuntime().maxMemory());
  }

  private SampleRequest.Options how() {
    int threads =
        workers.orElseGet(
            () ->
                Math.min(
                    SampleRequest.Options.MOST_DEFAULT_WORKERS, sluice.machine().processors()));
    try {
      return new SampleRequest.Options(
          threads, ioWorkers.orElse(2 * threads), batchRows, maxRows, level);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(spec.name(), e.getMessage());
    }
  }

  private void print(SampleReport report) throws IOException {
    report.record().warnings().forEach(warning -> say("warning: " + warning));
    for (QuarantinedFile file : report.record().quarantined()) {
      say("quarantined: %s: %s".formatted(file.path(), file.reason()));
    }
    report.record().rejections().stream().limit(LISTED).forEach(row -> say("rejected: " + row));
    if (report.record().rejected() > LISTED) {
      say("rejected: %d rows in total".formatted(report.record().rejected()));
    }
    sluice.print(isJson() ? report.json() : report.text() + System.lineSeparator());
  }
}
