package dev.sluice.app.output;

import dev.sluice.core.DumpName;
import dev.sluice.storage.DamagedFileException;
import dev.sluice.storage.output.Compaction;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.DatasetCard;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.output.VersionRecord;
import dev.sluice.storage.page.SourceFooter;
import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the files of an output that Sluice has written. These are everything in {@code _sluice},
 * the shards that a cut record or a compaction lists or that a killed one has left, the version
 * record, the attribution, and the dataset card. All other files belong to the user and stay.
 * Directories of instances are not examined.
 */
public final class OwnFiles {
  private static final String SHARD_KEY = "sluice.content";
  private static final String STATE = "_sluice/";
  private static final Pattern CUT = Pattern.compile("_sluice/cuts/[^/]+/[0-9]+/[0-9]+\\.json");

  private static final Pattern COMPACTION = Pattern.compile("_sluice/compactions/[0-9]+\\.json");
  private final OutputLayout layout;
  private final OutputOwner owner;
  private final String dataset;
  private final Set<String> listed = new HashSet<>();
  private final List<Path> data = new ArrayList<>();
  private final List<Path> cuts = new ArrayList<>();
  private final List<Path> foreign = new ArrayList<>();

  private OwnFiles(OutputLayout layout, OutputOwner owner, String dataset) {
    this.layout = layout;
    this.owner = owner;
    this.dataset = dataset;
  }

  /**
   * Scans an output.
   *
   * @param dataset name with which version records start
   */
  public static OwnFiles of(OutputLayout layout, OutputOwner owner, String dataset)
      throws IOException {
    OwnFiles files = new OwnFiles(layout, owner, dataset);
    List<Path> all = files.walk();
    for (Path file : all) {
      if (CUT.matcher(layout.relative(file)).matches()) {
        files.cuts.add(file);
        for (CutFile shard : Json.read(file, CutRecord.class).files()) {
          files.listed.add(shard.path());
        }
      } else if (COMPACTION.matcher(layout.relative(file)).matches()) {
        files.cuts.add(file);
        for (CutFile shard : Json.read(file, Compaction.class).made()) {
          files.listed.add(shard.path());
        }
      }
    }
    for (Path file : all) {
      files.sort(file);
    }
    return files;
  }

  /** Returns all of Sluice's files except cut records and compactions. */
  public List<Path> data() {
    return data;
  }

  /**
   * Returns cut records and compactions. They identify the shards, so they must be deleted after
   * the shards.
   */
  public List<Path> cuts() {
    return cuts;
  }

  /** Returns the files that Sluice has not written. */
  public List<Path> foreign() {
    return foreign;
  }

  /** Returns all regular files except those of instances, the owner record and the lock. */
  private List<Path> walk() throws IOException {
    try (Stream<Path> paths = Files.walk(layout.root())) {
      return paths
          .filter(Files::isRegularFile)
          .filter(file -> !layout.relative(file).matches("_sluice/(tmp|work[^/]*)/.*"))
          .filter(file -> !file.equals(layout.owner()) && !file.equals(layout.changing()))
          .sorted()
          .toList();
    }
  }

  private void sort(Path file) throws IOException {
    String path = layout.relative(file);
    if (CUT.matcher(path).matches() || COMPACTION.matcher(path).matches()) {
      return;
    }
    boolean ours =
        listed.contains(path)
            || path.startsWith(STATE)
            || isLeftShard(file, path)
            || isVersion(file, path)
            || path.equals(
                OutputLayout.ATTRIBUTION) // every seal overwrites it, whatever its content
            || file.equals(layout.card()) && DatasetCard.mayWrite(file);
    (ours ? data : foreign).add(file);
  }

  /**
   * Returns whether a cut or compaction published this shard and was killed before it wrote its
   * record.
   */
  private boolean isLeftShard(Path file, String path) throws IOException {
    String form = Pattern.quote(layout.language()) + "/([^/]+)(?:/([^/]+))?/[^/]+";
    Matcher matcher = Pattern.compile(form).matcher(path);
    if (!CutFile.isShard(path)
        || !matcher.matches()
        || !owner.buckets().contains(matcher.group(1))) {
      return false;
    }
    String dump = matcher.group(2);
    boolean named = dump == null || dump.equals(DumpName.UNKNOWN) || DumpName.isValid(dump);
    return named && isShard(file);
  }

  private static boolean isShard(Path file) throws IOException {
    try {
      return SourceFooter.read(file).hasKey(SHARD_KEY);
    } catch (SourceFormatException e) {
      return false;
    }
  }

  private boolean isVersion(Path file, String path) throws IOException {
    if (!path.matches(Pattern.quote(dataset) + "-v[^/]+-[0-9]{8}\\.json")) {
      return false;
    }
    try {
      Json.read(file, VersionRecord.class);
      return true;
    } catch (DamagedFileException e) {
      return false;
    }
  }
}
