package dev.sluice.sink;

import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.SignatureDirectory;
import dev.sluice.neardup.SignatureName;
import dev.sluice.storage.output.ForgottenDump;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.publish.OutputFiles;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the shards, manifests and signatures that complete resets have forgotten. It also deletes
 * the shards that compactions and take-downs have replaced.
 *
 * <p>File names are never used again, so any process may do this at any time and any number of
 * times. After a kill, the next process to seal deletes the rest. If a slow sink publishes a
 * deleted shard again, the shard is deleted again.
 */
final class ForgottenFiles {
  private static final Logger LOG = LoggerFactory.getLogger(ForgottenFiles.class);

  private final OutputLayout layout;
  private final boolean nearDedup;

  /**
   * The shards that do not count any more and are there.
   *
   * @param shards forgotten and replaced shards that may be deleted
   * @param missing merged and rewritten shards that should hold the rows of replaced ones, which
   *     are kept because they hold the only copy
   */
  private record There(SortedSet<Path> shards, SortedSet<Path> missing) {}

  /**
   * @param nearDedup whether there are files of signatures
   */
  ForgottenFiles(OutputLayout layout, boolean nearDedup) {
    this.layout = layout;
    this.nearDedup = nearDedup;
  }

  /**
   * Deletes signatures and evidence of forgotten units. Keeps the files of the resets themselves,
   * which exclude these units. A matcher that has not reached a reset may still need files of its
   * units, so nothing of that reset is deleted before.
   *
   * @return whether nothing is left to delete
   */
  boolean deleteSignatures(Manifests manifests) throws IOException {
    if (!nearDedup || manifests.forgotten().complete().isEmpty()) {
      return true;
    }
    SignatureDirectory directory = new SignatureDirectory(layout.signatures());
    Set<String> there = directory.unitHashes();
    Set<Path> evidence = below(layout.nearDuplicates());
    boolean done = true;
    for (ForgottenDump reset : manifests.forgotten().complete()) {
      Set<String> units = reset.unitIds();
      Set<String> hashes = units.stream().map(SignatureName::hash).collect(Collectors.toSet());
      List<Path> own = evidence.stream().filter(file -> EvidenceFiles.isOf(file, hashes)).toList();
      if (own.isEmpty() && Collections.disjoint(hashes, there)) {
        continue;
      }
      if (directory.hasReset(reset.reset())) {
        for (Path file : own) {
          Files.deleteIfExists(file);
        }
        directory.delete(units);
      } else {
        done = false;
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
    Set<Path> there = gone.isEmpty() ? Set.of() : below(layout.manifests());
    for (String dump : gone) {
      Path manifest = layout.manifest(dump);
      if (there.contains(manifest) && Files.deleteIfExists(manifest)) {
        Publication.syncDirectory(manifest.getParent());
        LOG.atInfo().addKeyValue("dump", dump).log("forgotten");
      }
    }
  }

  /** Lists all shards once instead of checking each, because most of these are usually gone. */
  private There there(Manifests manifests) throws IOException {
    Set<Path> forgotten = new HashSet<>();
    manifests.forgotten().files().forEach(file -> forgotten.add(path(file.path())));
    Map<Path, Optional<Path>> holders = new HashMap<>();
    manifests
        .replaced()
        .forEach((shard, holder) -> holders.put(path(shard), holder.map(this::path)));
    SortedSet<Path> shards = new TreeSet<>(forgotten);
    shards.addAll(holders.keySet());
    Set<Path> there = shards.isEmpty() ? Set.of() : below(layout.shards());
    shards.retainAll(there);
    SortedSet<Path> missing = new TreeSet<>();
    for (Path shard : List.copyOf(shards)) {
      Optional<Path> holder = holders.getOrDefault(shard, Optional.empty());
      if (holder.isPresent() && isLost(holder.get(), there, forgotten)) {
        missing.add(holder.get());
        shards.remove(shard);
      }
    }
    return new There(shards, missing);
  }

  /** Returns the shards that {@link #delete} would delete. */
  SortedSet<Path> shards(Manifests manifests) throws IOException {
    return there(manifests).shards();
  }

  /**
   * Deletes forgotten and replaced shards, and the directories that become empty. A replaced shard
   * stays while the merged shard with its rows is missing, because it then holds their only copy.
   */
  void delete(Manifests manifests) throws IOException {
    There there = there(manifests);
    SortedSet<Path> directories = new TreeSet<>();
    for (Path shard : there.shards()) {
      if (Files.deleteIfExists(shard)) {
        directories.add(shard.getParent());
      }
    }
    there.missing().forEach(ForgottenFiles::tellMissing);
    for (Path directory : directories) {
      deleteIfEmpty(directory);
    }
  }

  private Set<Path> below(Path directory) throws IOException {
    return OutputFiles.of(directory).sizesBelow(directory).keySet();
  }

  private Path path(String relative) {
    return layout.root().resolve(relative);
  }

  /** Returns whether the merged or rewritten shard that should hold these rows is missing. */
  private static boolean isLost(Path holder, Set<Path> there, Set<Path> forgotten) {
    return !there.contains(holder) && !forgotten.contains(holder);
  }

  private static void tellMissing(Path merged) {
    LOG.atWarn()
        .addKeyValue("shard", merged)
        .log(
            "a merged shard is missing, so the shards that it was merged from are kept: restore the"
                + " merged shard, or reset its units and ingest them again");
  }

  /**
   * Deletes an empty directory, but not a symbolic link, which would be deleted even if its target
   * is not empty.
   */
  private static void deleteIfEmpty(Path directory) throws IOException {
    if (OutputFiles.areLocal(directory) && Files.isSymbolicLink(directory)) {
      return;
    }
    try {
      Files.deleteIfExists(directory);
    } catch (DirectoryNotEmptyException e) {
      LOG.atDebug()
          .addKeyValue("directory", directory)
          .log("directory not deleted, because it still contains files");
    }
  }
}
