package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.proof.Proof;
import dev.sluice.app.proof.ProofReport;
import dev.sluice.app.reset.RejectsPurge;
import dev.sluice.app.reset.TakedownJob;
import dev.sluice.app.reset.TakedownJob.Request;
import dev.sluice.app.reset.TakedownReport;
import dev.sluice.app.run.StartChecks;
import dev.sluice.app.takedown.TakedownInput;
import dev.sluice.app.takedown.TakedownInput.Content;
import dev.sluice.app.takedown.TakedownInput.NamedFile;
import dev.sluice.cli.exit.CleanStop;
import dev.sluice.cli.option.MainJobOptions;
import dev.sluice.settings.LoadedConfig;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.takedown.EntryKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takedown}: removes single documents, and keeps them out of what is added later. */
@Command(
    name = "takedown",
    description =
        "Remove single documents from an output, and keep them out of later dumps. If interrupted,"
            + " run the command again.")
final class TakedownCommand extends ResultCommand {
  @Mixin private MainJobOptions.RoleOptions options = new MainJobOptions.RoleOptions();

  @Parameters(paramLabel = "OUT", arity = "0..1", description = "The output directory.")
  private Optional<String> output = Optional.empty();

  @Option(names = "--ids", paramLabel = "FILE", description = "Ids of documents, one per line.")
  private List<String> ids = List.of();

  @Option(
      names = "--urls",
      paramLabel = "FILE",
      description =
          "URLs, one per line. Needs a column of URLs in the shards (blocklist.url-column).")
  private List<String> urls = List.of();

  @Option(
      names = "--domains",
      paramLabel = "FILE",
      description = "Domains, one per line. Each also matches its subdomains.")
  private List<String> domains = List.of();

  @Option(
      names = "--texts",
      paramLabel = "FILE",
      description =
          "Whole texts, as JSON lines or Parquet with a field text: a file, directory or glob.")
  private List<String> texts = List.of();

  @Option(
      names = "--like-text",
      paramLabel = "FILE",
      description = "A file whose whole content is one text.")
  private List<String> likeTexts = List.of();

  @Option(
      names = "--entries",
      paramLabel = "FILE",
      description = "The entries of another output, as --export writes them.")
  private List<String> entries = List.of();

  @Option(
      names = "--same-texts",
      description =
          "Also match documents with the same text as a document matched by --domains. Default for"
              + " --ids and --urls.")
  private boolean sameTexts;

  @Option(
      names = "--no-same-texts",
      description = "Turn --same-texts off for --ids and --urls, too.")
  private boolean noSameTexts;

  @Option(
      names = TakedownInput.NEAR_COPIES,
      description =
          "Also match near-copies: texts that have 80 %% of their sequences of three words in"
              + " common with a text of --texts or --like-text, or with one that --same-texts"
              + " matches.")
  private boolean nearCopies;

  @Option(
      names = "--at-most",
      paramLabel = "N",
      description =
          "Do nothing if more than N documents match. Default: 1 %% of the documents, but at"
              + " least 100.")
  private Optional<Long> atMost = Optional.empty();

  @Option(
      names = "--note",
      paramLabel = "TEXT",
      description = "Store this note with the take-down. --list shows it.")
  private String note = "";

  @Option(
      names = "--dry-run",
      description = "Show how many documents would be removed, and change nothing.")
  private boolean dryRun;

  @Option(names = "--continue", description = "Finish a take-down that was interrupted.")
  private boolean resume;

  @Option(names = "--list", description = "List all take-downs of the output.")
  private boolean list;

  @Option(
      names = "--export",
      paramLabel = "FILE",
      description = "Write the entries of all take-downs to a new file.")
  private Optional<Path> export = Optional.empty();

  @Option(
      names = "--purge-rejects",
      description =
          "Afterwards, delete all records of the topic of rejects: they may have the texts. The"
              + " broker deletes their files later. May be used alone.")
  private boolean purgesRejects;

  @Option(
      names = "--prove",
      paramLabel = "ID",
      description =
          "Show where documents with this id have or had their text: in shards, temporary files,"
              + " topics and run histories. Does not find the text under other ids. Exits with 3 if"
              + " it is found, and with 1 if a place cannot be looked at.")
  private Optional<String> proven = Optional.empty();

  @Option(
      names = "--source",
      paramLabel = "PATH",
      description = "With --prove: also look into this input.")
  private Optional<String> source = Optional.empty();

  @Override
  public Integer call() throws Exception {
    List<NamedFile> files = files();
    requireOneThing(files);
    LoadedConfig loaded =
        sluice.load(
            options
                .on(sluice.options().request())
                .with("OUT", "output.path", output)
                .with("--source", "input.path", source)
                .needing("output.path", "--output")
                .checking(StartChecks::begun)
                .checking(StartChecks::output));
    if (files.isEmpty() && !resume && purgesRejects) {
      return purgeRejects(loaded.config());
    }
    if (proven.isPresent()) {
      ProofReport proof =
          CleanStop.guard(() -> Proof.of(loaded.config(), proven.get(), source.isPresent()));
      print(proof, proof::text);
      return proof.exitCode();
    }
    TakedownJob job =
        new TakedownJob(loaded.config(), sluice.options().progressLines(sluice.err()));
    if (list) {
      TakedownReport.Listing listing = job.list();
      print(listing, listing::text);
      return ExitCode.DONE;
    }
    if (export.isPresent()) {
      long count = job.export(export.get());
      sluice.out().printf("%s: wrote %,d entries.%n", export.get(), count);
      return ExitCode.DONE;
    }
    Request request =
        new Request(
            files,
            note,
            atMost.map(OptionalLong::of).orElse(OptionalLong.empty()),
            kinds(),
            nearCopies);
    TakedownReport report = CleanStop.guard(() -> run(job, request));
    print(report, report::text);
    job.warnings().forEach(warning -> say("warning: " + warning));
    job.requireGone();
    return purgesRejects ? purgeRejects(loaded.config()) : ExitCode.DONE;
  }

  private int purgeRejects(SluiceConfig config) throws Exception {
    say(CleanStop.guard(() -> RejectsPurge.run(config)));
    return ExitCode.DONE;
  }

  private TakedownReport run(TakedownJob job, Request request) throws Exception {
    if (resume) {
      return job.resume();
    }
    return dryRun ? job.plan(request) : job.run(request);
  }

  /** Returns the kinds of entries whose documents are also named by their texts. */
  private Set<EntryKind> kinds() {
    if (noSameTexts) {
      return Set.of();
    }
    return sameTexts
        ? Set.of(EntryKind.ID, EntryKind.URL, EntryKind.DOMAIN)
        : Set.of(EntryKind.ID, EntryKind.URL);
  }

  /** Returns whether texts of a file, or of the documents that it names, are entries. */
  private boolean bringsTexts(NamedFile file) {
    return switch (file.content()) {
      case TEXTS, LIKE_TEXT -> true;
      case IDS, URLS, ENTRIES -> !noSameTexts;
      case DOMAINS -> sameTexts;
    };
  }

  private List<NamedFile> files() {
    List<NamedFile> files = new ArrayList<>();
    ids.forEach(file -> files.add(new NamedFile(Content.IDS, file)));
    urls.forEach(file -> files.add(new NamedFile(Content.URLS, file)));
    domains.forEach(file -> files.add(new NamedFile(Content.DOMAINS, file)));
    texts.forEach(file -> files.add(new NamedFile(Content.TEXTS, file)));
    likeTexts.forEach(file -> files.add(new NamedFile(Content.LIKE_TEXT, file)));
    entries.forEach(file -> files.add(new NamedFile(Content.ENTRIES, file)));
    return files;
  }

  private void requireOneThing(List<NamedFile> files) {
    if (!options.dumps().isEmpty()) {
      throw usage("takedown does not accept --dump: documents are named in files");
    }
    if (sameTexts && noSameTexts) {
      throw usage("--same-texts and --no-same-texts exclude each other");
    }
    boolean takesDown = !files.isEmpty();
    if (purgesRejects && (dryRun || list || export.isPresent() || proven.isPresent())) {
      throw usage("--purge-rejects cannot be used with --dry-run, --list, --export or --prove");
    }
    boolean needsFiles = dryRun || sameTexts || noSameTexts || nearCopies || atMost.isPresent();
    if (!takesDown && (needsFiles || !note.isEmpty())) {
      throw usage(
          "--dry-run, --same-texts, --no-same-texts, --near-copies, --at-most and --note need"
              + " files of documents");
    }
    if (takesDown && nearCopies && files.stream().noneMatch(this::bringsTexts)) {
      throw usage(
          "--near-copies needs texts: --texts, --like-text, or documents that are also matched by"
              + " their texts (--ids and --urls without --no-same-texts, --domains with"
              + " --same-texts)");
    }
    if (source.isPresent() && proven.isEmpty()) {
      throw usage("--source needs --prove");
    }
    long things =
        Stream.of(takesDown, resume, list, export.isPresent(), proven.isPresent())
            .filter(is -> is)
            .count();
    if (things != 1 && !(things == 0 && purgesRejects)) {
      throw usage(
          "takedown needs either files of documents (--ids, --urls, --domains, --texts,"
              + " --like-text, --entries) or one of --continue, --list, --export, --prove and"
              + " --purge-rejects");
    }
  }
}
