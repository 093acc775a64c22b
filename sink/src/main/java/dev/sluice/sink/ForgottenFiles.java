package dev.sluice.sink;

import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the shards and manifests that complete resets have forgotten, and the shards that
 * compactions have replaced.
 *
 * <p>File names are never used again, so any process may do this at any time and any number of
 * times. After a kill, the next process to seal deletes the rest. If a slow sink publishes a
 * deleted shard again, the shard is deleted once more.
 */
final class ForgottenFiles {
  private static final Logger LOG = LoggerFactory.getLogger(ForgottenFiles.class);

  private final OutputLayout layout;

  ForgottenFiles(OutputLayout layout) {
    this.layout = layout;
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

  /** Deletes forgotten and replaced shards, and the directories that become empty. */
  void delete(Manifests manifests) throws IOException {
    Set<Path> directories = new TreeSet<>();
    Set<String> paths = new TreeSet<>(manifests.replaced());
    manifests.forgotten().files().stream().map(CutFile::path).forEach(paths::add);
    for (String path : paths) {
      Path shard = layout.root().resolve(path);
      if (Files.deleteIfExists(shard)) {
        directories.add(shard.getParent());
      }
    }
    for (Path directory : directories) {
      deleteIfEmpty(directory);
    }
  }

  private static void deleteIfEmpty(Path directory) throws IOException {
    try {
      Files.deleteIfExists(directory);
    } catch (DirectoryNotEmptyException e) {
      LOG.atDebug().addKeyValue("directory", directory).log("holds other files");
    }
  }
}
