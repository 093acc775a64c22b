package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.Failure;
import dev.sluice.app.progress.PhaseProgress;
import dev.sluice.app.run.BrokerAccess;
import dev.sluice.app.sample.SampleAssignments;
import dev.sluice.app.sample.SampleConfig;
import dev.sluice.app.sample.TopicSampleJob;
import dev.sluice.cli.exit.CleanStop;
import dev.sluice.cli.exit.FullDisk;
import dev.sluice.cli.option.TextJobOptions;
import dev.sluice.cli.option.WorkDirOption;
import dev.sluice.jobs.sample.DatasetRequest;
import dev.sluice.jobs.sample.QuarantinedFile;
import dev.sluice.jobs.sample.SampleOptions;
import dev.sluice.jobs.sample.SampleReport;
import dev.sluice.jobs.sample.SampleRequest;
import dev.sluice.jobs.sample.Sampler;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.OutputForm;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problem;
import dev.sluice.settings.Setting;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.page.SourceFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code sample}: the rows with the smallest hashes, out of the buckets of several data sets. */
@Command(
    name = "sample",
    description =
        "Sample an exact number of rows from each bucket, or all if there are fewer: those with the"
            + " smallest hashes, the same on every machine. See config/tokenizer-data.yaml.")
final class SampleCommand implements Callable<Integer> {
  private static final int LISTED = 20;

  @ParentCommand private Sluice sluice;
  @Spec private CommandSpec spec;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Threads for hashing, reading and writing. Default: one per core, at most 32.")
  private Optional<Integer> workers = Optional.empty();

  @Option(
      names = "--io-workers",
      paramLabel = "N",
      description = "Threads for reading footers. Default: twice the workers.")
  private Optional<Integer> ioWorkers = Optional.empty();

  @Option(
      names = "--batch-size",
      paramLabel = "ROWS",
      description = "Maximum rows read and written at a time. Default: ${DEFAULT-VALUE}.")
  private int batchRows = SampleOptions.DEFAULT_BATCH_ROWS;

  @Option(
      names = "--max-rows",
      paramLabel = "ROWS",
      description = "Maximum rows of a file. Default: ${DEFAULT-VALUE}.")
  private int maxRows = SampleOptions.DEFAULT_MAX_ROWS;

  @Option(
      names = "--compression-level",
      paramLabel = "N",
      description = "Level of zstd, 1 to 22. Default: ${DEFAULT-VALUE}.")
  private int level = SampleOptions.DEFAULT_LEVEL;

  @Option(names = "--seed", paramLabel = "N", description = "Overrides random_seed.")
  private Optional<Long> seed = Optional.empty();

  @Option(names = "--output", paramLabel = "DIR", description = "Overrides output_dir.")
  private Optional<String> output = Optional.empty();

  @Option(
      names = "--from-kafka",
      description = "Sample the curated topics instead of files, by the hashes of ids.")
  private boolean fromKafka;

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description = "With --from-kafka: the broker.")
  private Optional<String> kafka = Optional.empty();

  @Option(
      names = "--work-dir",
      paramLabel = "DIR",
      description =
          "With an output in an object store: a directory on this machine for temporary files and"
              + " for the output until it is published. With --from-kafka: the work directory of"
              + " an output with its own broker.")
  private Optional<String> workDir = Optional.empty();

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    if (!fromKafka && kafka.isPresent()) {
      throw new ParameterException(spec.commandLine(), "--kafka goes with --from-kafka");
    }
    SampleAssignments settings = SampleAssignments.of(sluice.options().request(), fromKafka);
    SampleConfig.Loaded loaded =
        SampleConfig.load(file(settings), settings.all(sluice.environment(), options()));
    PrintWriter err = spec.commandLine().getErr();
    loaded.warnings().forEach(warning -> say(err, "warning: " + warning));
    PhaseProgress progress = PhaseProgress.onStderr(sluice.options().progress(), "sample");
    SampleReport report;
    try {
      report = CleanStop.guard(() -> run(loaded.request(), settings, progress));
    } finally {
      progress.end();
    }
    print(report, err);
    return report.quarantined().isEmpty() ? ExitCode.DONE : ExitCode.QUARANTINED;
  }

  private Path file(SampleAssignments settings) {
    return settings
        .file()
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "-c FILE is missing, for example: sluice sample -c"
                        + " config/tokenizer-data.yaml"));
  }

  private List<Setting> options() {
    List<Setting> given = new ArrayList<>();
    seed.ifPresent(value -> given.add(new Setting("random_seed", value.toString(), "--seed")));
    output.ifPresent(value -> given.add(new Setting("output_dir", value, "--output")));
    return given;
  }

  private SampleReport run(
      SampleRequest request, SampleAssignments settings, PhaseProgress progress) throws Exception {
    Path output = request.output();
    if (SourceFile.isLocal(output) && !fromKafka && workDir.isPresent()) {
      throw new ParameterException(
          spec.commandLine(), "--work-dir goes with --from-kafka, or an output in an object store");
    }
    Optional<Path> directory = workDir.map(Path::of);
    try {
      return WorkDirOption.run(
              directory,
              new OutputForm("sample", "_sluice/sample.json", "take fewer --max-rows"),
              output,
              request.datasets().stream().map(DatasetRequest::source).toList(),
              progress,
              (place, all) -> sample(request.into(place), settings, all))
          .at(output);
    } catch (JobRefusedException e) {
      throw new ConfigException(
          e.reasons().stream().map(reason -> TextJobOptions.problem("sample", reason)).toList());
    } catch (JobFailedException e) {
      throw new Failure("sample: " + e.getMessage(), e);
    } catch (IOException e) {
      String otherwise = "%s; the same command continues".formatted(e.getMessage());
      Path written = SourceFile.isLocal(output) ? output : directory.orElseThrow();
      throw new Failure(FullDisk.message(e, written).orElse(otherwise), e);
    }
  }

  private SampleReport sample(
      SampleRequest request, SampleAssignments settings, JobProgress progress)
      throws IOException, InterruptedException {
    return fromKafka
        ? fromTopics(TopicSampleJob.requestOf(request), settings, progress)
        : sampler(request).run(progress);
  }

  private Sampler sampler(SampleRequest request) {
    return new Sampler(request, how(), Runtime.getRuntime().maxMemory());
  }

  private SampleReport fromTopics(
      SampleRequest request, SampleAssignments settings, JobProgress progress)
      throws IOException, InterruptedException {
    SluiceConfig config =
        sluice
            .load(
                settings
                    .main()
                    .with("--kafka", "kafka.bootstrap-servers", kafka)
                    .with("--work-dir", "work-dir", workDir))
            .config();
    Sampler sampler = sampler(request);
    try (BrokerAccess broker = BrokerAccess.open(config)) {
      return TopicSampleJob.run(broker, config, request, how(), sampler, progress);
    }
  }

  private SampleOptions how() {
    int threads =
        workers.orElseGet(
            () -> Math.min(SampleOptions.MOST_DEFAULT_WORKERS, sluice.machine().processors()));
    try {
      return new SampleOptions(threads, ioWorkers.orElse(2 * threads), batchRows, maxRows, level);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(List.of(new Problem("sample", "", e.getMessage())));
    }
  }

  private void print(SampleReport report, PrintWriter err) throws IOException {
    report.warnings().forEach(warning -> say(err, "warning: " + warning));
    for (QuarantinedFile file : report.quarantined()) {
      say(err, "quarantined: %s: %s".formatted(file.path(), file.reason()));
    }
    report.rejections().stream().limit(LISTED).forEach(row -> say(err, "rejected: " + row));
    if (report.rejected() > LISTED) {
      say(err, "rejected: %d rows in all".formatted(report.rejected()));
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? report.json() : report.text() + System.lineSeparator());
    out.flush();
  }

  private static void say(PrintWriter err, String line) {
    err.println("sluice: " + line);
    err.flush();
  }
}
