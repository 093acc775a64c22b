package dev.sluice.app.takedown;

import dev.sluice.app.Failure;
import dev.sluice.app.ShellCommand;
import dev.sluice.app.output.ChangeLock;
import dev.sluice.app.takedown.TakedownInput.NamedFile;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.sink.CutLogs;
import dev.sluice.sink.SinkSettings;
import dev.sluice.sink.Takedown;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.takedown.TakedownList;
import dev.sluice.storage.takedown.TakedownLog;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The entries of the keys {@code blocklist.*}. A new output takes them down before its first shard
 * is written. An existing output remembers what it has taken down, and refuses other entries:
 * documents that they name may be in its shards.
 */
public final class ConfiguredBlocklist {
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
   * @param entries the entries of the keys, and those of an output that is made again
   * @param finishes whether to finish a take-down that was interrupted, even without entries
   * @param cuts logs of the output
   * @throws ConfigException if an output with shards does not have an entry, or if the shards lack
   *     a column that entries need
   * @throws Failure if another process changes the output
   */
  public static void apply(
      SluiceConfig config,
      OutputLayout layout,
      TakedownList entries,
      boolean finishes,
      CutLogs cuts,
      Settings settings)
      throws IOException, InterruptedException {
    boolean isUnfinished = finishes && Takedown.unfinished(cuts).isPresent();
    if (isUnfinished || !entries.isEmpty()) {
      new ConfiguredBlocklist(config, layout).apply(entries, cuts, settings);
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
                throw new ConfigException(BlocklistFiles.KEYS, obstacle);
              });
    }
    takedown.finishBegun((done, of) -> {});
    if (!unknown.isEmpty()) {
      takedown.finish(takedown.declare(unknown, BlocklistFiles.KEYS, column), (done, of) -> {});
    }
  }

  /** Returns the command that takes down what the configured files name. */
  private ShellCommand command() {
    ShellCommand command = ShellCommand.of("takedown").on(config);
    for (NamedFile file : BlocklistFiles.of(config.blocklist())) {
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
          BlocklistFiles.KEYS,
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
