package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.reset.TakedownJob;
import dev.sluice.app.reset.TakedownJob.Request;
import dev.sluice.app.reset.TakedownReport;
import dev.sluice.app.run.StartChecks;
import dev.sluice.app.takedown.TakedownInput.Content;
import dev.sluice.app.takedown.TakedownInput.NamedFile;
import dev.sluice.cli.exit.CleanStop;
import dev.sluice.cli.option.MainJobOptions;
import dev.sluice.settings.LoadedConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takedown}: removes single documents, and keeps them out of what is added later. */
@Command(
    name = "takedown",
    description =
        "Remove single documents from an output, and keep them out of what is added later. If"
            + " interrupted, run the command with --continue.")
final class TakedownCommand extends ResultCommand {
  @Mixin private MainJobOptions.RoleOptions options = new MainJobOptions.RoleOptions();

  @Parameters(paramLabel = "OUT", arity = "0..1", description = "The output directory.")
  private Optional<String> output = Optional.empty();

  @Option(names = "--ids", paramLabel = "FILE", description = "Ids of documents, one per line.")
  private List<String> ids = List.of();

  @Option(names = "--urls", paramLabel = "FILE", description = "URLs, one per line.")
  private List<String> urls = List.of();

  @Option(
      names = "--domains",
      paramLabel = "FILE",
      description = "Domains with all their subdomains, one per line.")
  private List<String> domains = List.of();

  @Option(
      names = "--texts",
      paramLabel = "FILE",
      description = "Whole texts: JSON lines or Parquet with a column text.")
  private List<String> texts = List.of();

  @Option(
      names = "--at-most",
      paramLabel = "N",
      description =
          "Do nothing if more than N documents are named. Default: 1 %% of the documents, but at"
              + " least 100.")
  private Optional<Long> atMost = Optional.empty();

  @Option(names = "--note", paramLabel = "TEXT", description = "A text for the record.")
  private String note = "";

  @Option(
      names = "--dry-run",
      description = "Show how many documents would be removed, and change nothing.")
  private boolean dryRun;

  @Option(names = "--continue", description = "Finish a take-down that was interrupted.")
  private boolean resume;

  @Option(names = "--list", description = "List all take-downs of the output.")
  private boolean list;

  @Override
  public Integer call() throws Exception {
    List<NamedFile> files = files();
    requireOneThing(files);
    LoadedConfig loaded =
        sluice.load(
            options
                .on(sluice.options().request())
                .with("OUT", "output.path", output)
                .needing("output.path", "--output")
                .checking(StartChecks::begun)
                .checking(StartChecks::output));
    TakedownJob job =
        new TakedownJob(loaded.config(), sluice.options().progressLines(sluice.err()));
    if (list) {
      TakedownReport.Listing listing = job.list();
      print(listing, listing::text);
      return ExitCode.DONE;
    }
    Request request =
        new Request(files, note, atMost.map(OptionalLong::of).orElse(OptionalLong.empty()));
    TakedownReport report = CleanStop.guard(() -> run(job, request));
    print(report, report::text);
    return ExitCode.DONE;
  }

  private TakedownReport run(TakedownJob job, Request request) throws Exception {
    if (resume) {
      return job.resume();
    }
    return dryRun ? job.plan(request) : job.run(request);
  }

  private List<NamedFile> files() {
    List<NamedFile> files = new ArrayList<>();
    ids.forEach(file -> files.add(new NamedFile(Content.IDS, file)));
    urls.forEach(file -> files.add(new NamedFile(Content.URLS, file)));
    domains.forEach(file -> files.add(new NamedFile(Content.DOMAINS, file)));
    texts.forEach(file -> files.add(new NamedFile(Content.TEXTS, file)));
    return files;
  }

  private void requireOneThing(List<NamedFile> files) {
    if (!options.dumps().isEmpty()) {
      throw usage("takedown does not accept --dump: documents are named in files");
    }
    int things = (files.isEmpty() ? 0 : 1) + (resume ? 1 : 0) + (list ? 1 : 0);
    if (things != 1) {
      throw usage(
          "takedown needs files of documents (--ids, --urls, --domains, --texts), --continue or"
              + " --list, and only one of these three");
    }
  }
}
