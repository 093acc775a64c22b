package dev.sluice.sink;

import dev.sluice.storage.bands.BandDirectory;
import dev.sluice.storage.bands.BandFile;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.ForgottenDump;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.publish.OutputFiles;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the shards, manifests and files of bands that complete resets have forgotten, and the
 * shards that compactions have replaced.
 *
 * <p>File names are never used again, so any process may do this at any time and any number of
 * times. After a kill, the next process to seal deletes the rest. If a slow sink publishes a
 * deleted shard again, the shard is deleted once more.
 */
final class ForgottenFiles {
  private static final Logger LOG = LoggerFactory.getLogger(ForgottenFiles.class);

  private final OutputLayout layout;
  private final int bands;

  /**
   * @param bands number of bands of near-deduplication; 0 without it
   */
  ForgottenFiles(OutputLayout layout, int bands) {
    this.layout = layout;
    this.bands = bands;
  }

  /**
   * Deletes the files of bands of forgotten units, but not those of the resets, which say that keys
   * of these units no longer count. A band that has not come to a reset may still need files of its
   * units, so nothing of that reset is deleted before all bands have.
   *
   * @return whether nothing is left to delete
   */
  boolean deleteBands(Manifests manifests) throws IOException {
    if (bands == 0 || manifests.forgotten().complete().isEmpty()) {
      return true;
    }
    BandDirectory directory = new BandDirectory(layout.bands());
    Set<String> there = directory.unitHashes();
    boolean done = true;
    for (ForgottenDump reset : manifests.forgotten().complete()) {
      SortedSet<String> units = reset.unitIds();
      if (units.stream().anyMatch(unit -> there.contains(BandFile.hash(unit)))) {
        done &= directory.delete(reset.reset(), units, bands);
      }
    }
    return done;
  }

  /** Deletes the manifests of forgotten dumps that have no other units. */
  void deleteManifests(Manifests manifests) throws IOException {
    SortedSet<String> gone = new TreeSet<>();
    manifests.forgotten().complete().forEach(forgotten -> gone.addAll(forgotten.dumps()));
    if (!gone.isEmpty()) {
      gone.add(Manifests.ALL_DUMPS);
      gone.removeAll(manifests.dumps());
    }
    for (String dump : gone) {
      Path manifest = layout.manifest(dump);
      if (Files.deleteIfExists(manifest)) {
        Publication.syncDirectory(manifest.getParent());
        LOG.atInfo().addKeyValue("dump", dump).log("forgotten");
      }
    }
  }

  /**
   * Deletes forgotten and replaced shards, and the directories that become empty. Most of them are
   * gone, so in an object store lists their directories instead of asking for each.
   */
  void delete(Manifests manifests) throws IOException {
    SortedMap<Path, List<Path>> shards = new TreeMap<>();
    Stream.concat(
            manifests.replaced().stream(),
            manifests.forgotten().files().stream().map(CutFile::path))
        .map(layout.root()::resolve)
        .forEach(
            path -> shards.computeIfAbsent(path.getParent(), all -> new ArrayList<>()).add(path));
    for (Map.Entry<Path, List<Path>> directory : shards.entrySet()) {
      Set<Path> there = there(directory.getKey(), directory.getValue());
      boolean deleted = false;
      for (Path shard : directory.getValue()) {
        deleted |= there.contains(shard) && Files.deleteIfExists(shard);
      }
      if (deleted) {
        deleteIfEmpty(directory.getKey());
      }
    }
  }

  private static Set<Path> there(Path directory, List<Path> shards) throws IOException {
    return OutputFiles.areLocal(directory)
        ? Set.copyOf(shards)
        : OutputFiles.of(directory).sizesBelow(directory).keySet();
  }

  private static void deleteIfEmpty(Path directory) throws IOException {
    try {
      Files.deleteIfExists(directory);
    } catch (DirectoryNotEmptyException e) {
      LOG.atDebug().addKeyValue("directory", directory).log("holds other files");
    }
  }
}
