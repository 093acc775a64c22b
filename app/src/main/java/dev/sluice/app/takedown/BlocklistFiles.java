package dev.sluice.app.takedown;

import dev.sluice.app.takedown.TakedownInput.Content;
import dev.sluice.app.takedown.TakedownInput.NamedFile;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.OutputConfig;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.SluiceConfig.BlocklistConfig;
import dev.sluice.sink.Takedown;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.takedown.TakedownList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files of the keys {@code blocklist.*} of one configuration. Keeps their entries from the
 * first check until they are taken, so that a start reads the files once. Not thread-safe.
 */
public final class BlocklistFiles {
  static final String KEYS = "blocklist.*";

  private Optional<TakedownList> checked = Optional.empty();

  /**
   * Checks the entries of a new output before anything is created. If the types of carried columns
   * are not known yet, assumes that the source has the column of URLs.
   */
  public void check(SluiceConfig config, Problems problems) {
    String column = config.blocklist().urlColumn();
    try {
      TakedownList entries = entries(config.blocklist());
      checked = Optional.of(entries);
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

  /**
   * Returns the entries, and keeps them no longer.
   *
   * @throws ConfigException if a file cannot be used
   */
  public TakedownList take(SluiceConfig config) throws IOException {
    TakedownList entries = entries(config.blocklist());
    checked = Optional.empty();
    return entries;
  }

  private TakedownList entries(BlocklistConfig blocklist) throws IOException {
    if (checked.isPresent()) {
      return checked.get();
    }
    if (blocklist.nearCopies() && blocklist.texts().isEmpty()) {
      throw new ConfigException(
          "blocklist.near-copies",
          "needs texts (blocklist.texts): the texts of what ids, URLs and domains name are not"
              + " known yet");
    }
    return read(of(blocklist), blocklist.nearCopies(), KEYS);
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

  static List<NamedFile> of(BlocklistConfig blocklist) {
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
}
