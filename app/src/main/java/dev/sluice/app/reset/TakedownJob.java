package dev.sluice.app.reset;

import dev.sluice.app.Failure;
import dev.sluice.app.monitor.RunFile;
import dev.sluice.app.output.ChangeLock;
import dev.sluice.app.output.PublishedShards;
import dev.sluice.app.reset.TakedownReport.Named;
import dev.sluice.app.run.Deployment;
import dev.sluice.app.run.FailureMessages;
import dev.sluice.app.run.Stages;
import dev.sluice.app.takedown.BlocklistFiles;
import dev.sluice.app.takedown.TakedownInput;
import dev.sluice.app.takedown.TakedownInput.NamedFile;
import dev.sluice.app.takedown.TakedownInput.Unmatched;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.sink.CutLogs;
import dev.sluice.sink.SinkSettings;
import dev.sluice.sink.Takedown;
import dev.sluice.sink.Takedown.Matches;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.takedown.EntryKind;
import dev.sluice.storage.takedown.TakedownList;
import dev.sluice.storage.takedown.TakedownLog;
import dev.sluice.storage.takedown.TakedownRecord;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Takes documents of an output down: removes them from its shards, and keeps them out of future
 * ones. Does not need a broker. If the job is killed, the next one continues.
 */
public final class TakedownJob {
  private static final String STAGE = "takedown";
  private static final long TELL_EVERY_NANOS = 5_000_000_000L;

  /** A hundredth of the documents, and at least this number, may be named without being asked. */
  private static final long MOST_SHARE = 100;

  /** The texts of named documents may take a quarter of the heap, as what the files name. */
  private static final long MEMORY_SHARE = 4;

  private final SluiceConfig config;
  private final OutputLayout layout;
  private final Consumer<String> progress;
  private final TakedownLog log;
  private List<String> warnings = List.of();
  private SortedSet<Path> remaining = new TreeSet<>();
  private long toldNanos = System.nanoTime();

  /**
   * What is to be taken down.
   *
   * @param files files that name it
   * @param note any text, for the record
   * @param atMost number of documents above which nothing is done; a hundredth of the documents, or
   *     100 if that is more, if empty
   * @param sameTexts the kinds of entries of which each document that they name is also named by
   *     its text, so that the same text under another id is taken down, too
   * @param nearCopies whether near-copies of all texts that are named are taken down, too
   */
  public record Request(
      List<NamedFile> files,
      String note,
      OptionalLong atMost,
      Set<EntryKind> sameTexts,
      boolean nearCopies) {}

  /** Creates a job that reports its progress, one line every few seconds. */
  public TakedownJob(SluiceConfig config, Consumer<String> progress) {
    this.config = config;
    this.layout = Deployment.layout(config).orElseThrow();
    this.progress = progress;
    this.log = new TakedownLog(layout);
  }

  /** Returns all take-downs of the output. */
  public TakedownReport.Listing list() throws IOException {
    SinkSettings settings = Stages.onFiles(config, "", layout.root());
    boolean isFinished = Takedown.unfinished(new CutLogs(settings)).isEmpty();
    return TakedownReport.Listing.of(layout.root(), log.read(), isFinished);
  }

  /** Reports what would be taken down. It changes nothing. */
  public TakedownReport plan(Request request) throws IOException, InterruptedException {
    SinkSettings settings = Stages.onFiles(config, "", layout.root());
    Takedown takedown = new Takedown(settings, new CutLogs(settings), () -> {});
    try {
      Asked asked = asked(request, takedown, matches -> {});
      if (asked.entries().isEmpty()) {
        return TakedownReport.nothingNew(layout.root(), asked.named());
      }
      Matches matches = takedown.find(asked.entries(), urlColumn());
      Named named = asked.named().without(unmatched(request, matches));
      return TakedownReport.planned(layout.root(), asked.entries(), named, matches);
    } catch (IOException e) {
      throw FailureMessages.failure(STAGE, layout.root(), e);
    }
  }

  /**
   * Takes documents down. First finishes a take-down that was killed.
   *
   * @throws ConfigException if the request cannot be met, or names too many documents; nothing was
   *     changed
   * @throws Failure if another process works on the output, a shard differs from what was
   *     published, or the disk is full
   */
  public TakedownReport run(Request request) throws IOException, InterruptedException {
    return alone(takedown -> run(request, takedown));
  }

  /** Finishes a take-down that was killed. */
  public TakedownReport resume() throws IOException, InterruptedException {
    return alone(
        takedown ->
            finishBegun(takedown).orElseGet(() -> TakedownReport.nothingToContinue(layout.root())));
  }

  /** Returns what the last take-down could not remove besides documents, one line each. */
  public List<String> warnings() {
    return warnings;
  }

  /**
   * Requires that the shards that were deleted are gone.
   *
   * @throws Failure if the store has answered that it deleted them, but still lists one
   */
  public void requireGone() {
    PublishedShards.requireGone(remaining);
  }

  /** Work with the take-down of an output that no other process changes. */
  private interface Work {
    TakedownReport with(Takedown takedown) throws IOException, InterruptedException;
  }

  private TakedownReport alone(Work work) throws IOException, InterruptedException {
    return ChangeLock.whileAlone(
        config,
        layout,
        alone -> {
          SinkSettings settings = Stages.onFiles(config, alone.instanceId(), alone.temporary());
          CutLogs logs = new CutLogs(settings);
          PublishedShards.require(logs, config, layout);
          Takedown takedown = new Takedown(settings, logs, alone::require);
          try {
            takedown.begin();
            TakedownReport report = work.with(takedown);
            remaining = takedown.remaining();
            warnings = RunFile.forgetTexts(config, layout);
            return report;
          } catch (IOException e) {
            throw FailureMessages.failure(STAGE, layout.root(), e);
          }
        });
  }

  private Optional<TakedownReport> finishBegun(Takedown takedown)
      throws IOException, InterruptedException {
    return takedown
        .finishBegun(this::tell)
        .map(done -> TakedownReport.done(layout.root(), Named.NOTHING, done));
  }

  private TakedownReport run(Request request, Takedown takedown)
      throws IOException, InterruptedException {
    Optional<TakedownReport> begun = finishBegun(takedown);
    Asked asked = asked(request, takedown, matches -> requireAtMost(request, matches));
    if (asked.entries().isEmpty()) {
      return begun.orElseGet(() -> TakedownReport.nothingNew(layout.root(), asked.named()));
    }
    String urlColumn = urlColumn();
    Matches matches = takedown.find(asked.entries(), urlColumn);
    requireAtMost(request, matches);
    Named named = asked.named().without(unmatched(request, matches));
    TakedownRecord record = takedown.declare(asked.entries(), request.note(), urlColumn);
    return TakedownReport.done(layout.root(), named, takedown.finish(record, this::tell));
  }

  /**
   * The entries of a request.
   *
   * @param entries those that the output does not have yet
   * @param named what is known about the others
   */
  private record Asked(TakedownList entries, Named named) {}

  /**
   * @param check may refuse what the request itself names, before the texts of these documents are
   *     collected
   */
  private Asked asked(Request request, Takedown takedown, Consumer<Matches> check)
      throws IOException, InterruptedException {
    TakedownList known = log.union(log.read());
    TakedownList all = BlocklistFiles.read(request.files(), request.nearCopies(), STAGE);
    TakedownList entries = all.without(known);
    requireColumns(entries);
    Named named = listed(all.without(entries), request);
    if (entries.isEmpty() || request.sameTexts().isEmpty()) {
      return new Asked(entries, named);
    }
    check.accept(takedown.find(entries, urlColumn()));
    try {
      TakedownList texts =
          takedown.texts(
              entries,
              urlColumn(),
              request.sameTexts(),
              request.nearCopies(),
              Runtime.getRuntime().maxMemory() / MEMORY_SHARE);
      return new Asked(TakedownList.union(List.of(entries, texts.without(known))), named);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(STAGE, e.getMessage());
    }
  }

  /** Returns what is known about entries that the output has already. */
  private Named listed(TakedownList entries, Request request) throws IOException {
    long withoutNearCopies = 0;
    if (request.nearCopies() && !entries.isEmpty()) {
      TakedownList unsigned = entries.without(log.signed());
      withoutNearCopies = request.sameTexts().stream().mapToLong(unsigned::count).sum();
    }
    return new Named(entries.counts(), withoutNearCopies, List.of(), 0);
  }

  /** The files are read again, after a search that may take long. */
  private static Unmatched unmatched(Request request, Matches matches) throws IOException {
    try {
      return TakedownInput.unmatched(request.files(), request.nearCopies(), matches.unmatched());
    } catch (JobRefusedException e) {
      throw new ConfigException(STAGE, "a file was changed meanwhile: " + e.getMessage());
    }
  }

  /**
   * Writes all entries of all take-downs to a new file, which `--entries` and `blocklist.entries`
   * read.
   *
   * @return the number of entries
   * @throws ConfigException if the file exists
   */
  public long export(Path file) throws IOException {
    TakedownList entries = log.union(log.read());
    try {
      Files.write(file, entries.bytes(), StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw new ConfigException("--export", file + " exists already; choose another name");
    }
    return entries.count();
  }

  private String urlColumn() throws IOException {
    return log.urlColumn(config.blocklist().urlColumn());
  }

  private void requireColumns(TakedownList entries) throws IOException {
    Optional<String> obstacle =
        Takedown.obstacle(config.output().format(), layout.byDump(), entries, urlColumn());
    if (obstacle.isPresent()) {
      throw new ConfigException(STAGE, obstacle.get());
    }
  }

  private static void requireAtMost(Request request, Matches matches) {
    long most = Math.max(MOST_SHARE, matches.documents() / MOST_SHARE);
    if (matches.rows() > request.atMost().orElse(most)) {
      throw new ConfigException(
          "--at-most",
          "%,d of %,d documents match, more than %,d. No document was removed. If the number is right, add --at-most %d"
              .formatted(
                  matches.rows(),
                  matches.documents(),
                  request.atMost().orElse(most),
                  matches.rows()));
    }
  }

  private synchronized void tell(int done, int shards) {
    if (System.nanoTime() - toldNanos > TELL_EVERY_NANOS) {
      toldNanos = System.nanoTime();
      progress.accept("rewrote %,d of %,d shards".formatted(done, shards));
    }
  }
}
