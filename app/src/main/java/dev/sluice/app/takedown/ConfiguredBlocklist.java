package dev.sluice.app.takedown;

import dev.sluice.app.Failure;
import dev.sluice.app.ShellCommand;
import dev.sluice.app.output.ChangeLock;
import dev.sluice.app.takedown.TakedownInput.Content;
import dev.sluice.app.takedown.TakedownInput.NamedFile;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.OutputConfig;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.SluiceConfig.BlocklistConfig;
import dev.sluice.sink.CutLogs;
import dev.sluice.sink.SinkSettings;
import dev.sluice.sink.Takedown;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.takedown.TakedownList;
import dev.sluice.storage.takedown.TakedownLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The entries of the keys {@code blocklist.*}. A new output takes them down before its first shard
 * is written. An existing output remembers what it has taken down, and refuses other entries:
 * documents that they name may be in its shards.
 */
public final class ConfiguredBlocklist {
  private static final String KEYS = "blocklist.*";
  private static final long POLL_MILLIS = 200;
  private static final int POLLS = 300;

  private final SluiceConfig config;
  private final OutputLayout layout;
  private final TakedownLog log;

  /** Creates the settings of a sink for the holder of a lock. */
  @FunctionalInterface
  public interface Settings {
    /** Returns the settings of the holder. */
    SinkSettings of(ChangeLock alone) throws IOException;
  }

  private ConfiguredBlocklist(SluiceConfig config, OutputLayout layout) {
    this.config = config;
    this.layout = layout;
    this.log = new TakedownLog(layout);
  }

  /**
   * Takes the configured entries down before sinks start. Another process may be doing the same, so
   * this may wait.
   *
   * @param more further entries, of an output that is made again
   * @param finishes whether to finish a take-down that was interrupted, even without entries
   * @param cuts logs of the output
   * @throws ConfigException if an output with shards does not have an entry, or if the shards lack
   *     a column that entries need
   * @throws Failure if another process changes the output
   */
  public static void apply(
      SluiceConfig config,
      OutputLayout layout,
      TakedownList more,
      boolean finishes,
      CutLogs cuts,
      Settings settings)
      throws IOException, InterruptedException {
    TakedownList entries = TakedownList.union(List.of(read(config.blocklist()), more));
    boolean isUnfinished = finishes && Takedown.unfinished(cuts).isPresent();
    if (isUnfinished || !entries.isEmpty()) {
      new ConfiguredBlocklist(config, layout).apply(entries, cuts, settings);
    }
  }

  /**
   * Checks the configured entries of a new output before anything is created. If the types of
   * carried columns are not known yet, assumes that the source has the column of URLs.
   */
  public static void check(SluiceConfig config, Problems problems) {
    String column = config.blocklist().urlColumn();
    try {
      TakedownList entries = read(config.blocklist());
      OutputConfig output = config.output();
      if (!entries.isEmpty()) {
        Takedown.obstacle(
                output.format(),
                output.partitionsByDump(),
                entries,
                column,
                mayHave(config, column))
            .ifPresent(obstacle -> problems.add(KEYS, obstacle));
      }
    } catch (ConfigException e) {
      e.problems().forEach(each -> problems.add(each.subject(), each.origin(), each.message()));
    } catch (IOException e) {
      problems.add(KEYS, IoMessage.of(e));
    }
  }

  private static boolean mayHave(SluiceConfig config, String column) {
    OutputConfig output = config.output();
    return output.lacksSchema()
        ? Stream.of(column, column.split("\\.")[0])
            .anyMatch(name -> output.columns().isCarried(name, config.input().columns().mapping()))
        : Takedown.hasUrl(output.format(), column);
  }

  private static TakedownList read(BlocklistConfig blocklist) throws IOException {
    if (blocklist.nearCopies() && blocklist.texts().isEmpty()) {
      throw new ConfigException(
          "blocklist.near-copies",
          "needs texts (blocklist.texts): the texts of what ids, URLs and domains name are not"
              + " known yet");
    }
    return read(files(blocklist), blocklist.nearCopies(), KEYS);
  }

  private static List<NamedFile> files(BlocklistConfig blocklist) {
    List<NamedFile> files = new ArrayList<>();
    add(files, Content.IDS, blocklist.ids());
    add(files, Content.URLS, blocklist.urls());
    add(files, Content.DOMAINS, blocklist.domains());
    add(files, Content.TEXTS, blocklist.texts());
    add(files, Content.ENTRIES, blocklist.entries());
    return files;
  }

  private static void add(List<NamedFile> files, Content content, Optional<Path> path) {
    path.ifPresent(file -> files.add(new NamedFile(content, file.toString())));
  }

  /**
   * Reads the entries that a user names, with at most a quarter of the heap.
   *
   * @param nearCopies whether near-copies of the texts are named, too
   * @param subject option or keys that name the files, for messages
   * @throws ConfigException if a file cannot be used
   */
  public static TakedownList read(List<NamedFile> files, boolean nearCopies, String subject)
      throws IOException {
    try {
      return TakedownInput.read(files, nearCopies, Runtime.getRuntime().maxMemory() / 4);
    } catch (JobRefusedException e) {
      throw new ConfigException(subject, e.getMessage());
    }
  }

  private void apply(TakedownList entries, CutLogs cuts, Settings settings)
      throws IOException, InterruptedException {
    if (isDone(entries, cuts)) {
      return;
    }
    try (ChangeLock alone = await()) {
      if (!isDone(entries, cuts)) {
        SinkSettings own = settings.of(alone);
        takeDown(entries, new Takedown(own, cuts, alone::require), cuts);
      }
    }
  }

  private void takeDown(TakedownList entries, Takedown takedown, CutLogs cuts)
      throws IOException, InterruptedException {
    TakedownList unknown = unknown(entries);
    String column = log.urlColumn(config.blocklist().urlColumn());
    if (!unknown.isEmpty()) {
      requireNew(unknown, cuts);
      Takedown.obstacle(config.output().format(), layout.byDump(), unknown, column)
          .ifPresent(
              obstacle -> {
                throw new ConfigException(KEYS, obstacle);
              });
    }
    takedown.finishBegun((done, of) -> {});
    if (!unknown.isEmpty()) {
      takedown.finish(takedown.declare(unknown, KEYS, column), (done, of) -> {});
    }
  }

  /** Returns the command that takes down what the configured files name. */
  private ShellCommand command() {
    ShellCommand command = ShellCommand.of("takedown").on(config);
    for (NamedFile file : files(config.blocklist())) {
      command = command.with(file.content().option(), Path.of(file.path()));
    }
    return config.blocklist().nearCopies() ? command.with(TakedownInput.NEAR_COPIES) : command;
  }

  private TakedownList unknown(TakedownList entries) throws IOException {
    return entries.without(log.union(log.read()));
  }

  private boolean isDone(TakedownList entries, CutLogs cuts) throws IOException {
    return unknown(entries).isEmpty() && Takedown.unfinished(cuts).isEmpty();
  }

  /** Requires an output without shards, so that no shard can have a named document. */
  private void requireNew(TakedownList unknown, CutLogs cuts) throws IOException {
    if (!cuts.manifests().shards().isEmpty()) {
      throw new ConfigException(
          KEYS,
          "%s lacks %,d of these entries, and has shards already: run `%s`"
              .formatted(layout.root(), unknown.count(), command()));
    }
  }

  /** Waits until no other process changes the output, for a minute at most. */
  private ChangeLock await() throws IOException, InterruptedException {
    Path work = config.workDirectory().orElseThrow();
    for (int poll = 1; ; poll++) {
      try {
        return ChangeLock.take(layout, work);
      } catch (Failure e) {
        if (poll == POLLS) {
          throw e;
        }
        Thread.sleep(POLL_MILLIS);
      }
    }
  }
}
