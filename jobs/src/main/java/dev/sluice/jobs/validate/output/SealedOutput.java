package dev.sluice.jobs.validate.output;

import dev.sluice.core.Bucket;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.DumpManifest.BucketPart;
import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.takedown.NamedRows;
import dev.sluice.storage.takedown.TakedownLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The manifests of an output and the configuration recorded in them. They describe the part of the
 * output that is sealed.
 *
 * @param root root of the output
 * @param manifests manifests of the output
 * @param content the configuration with which the output was made
 */
public record SealedOutput(Path root, ManifestSet manifests, ContentConfiguration content) {
  /**
   * A shard that a manifest lists.
   *
   * @param bucket index of the shard's bucket
   * @param dump name of the shard's dump; empty if shards are not laid out by dump
   */
  public record SealedShard(int bucket, String dump, FilePart file) {
    /** Returns the path relative to the output, with {@code /} as separator. */
    public String path() {
      return file.path();
    }
  }

  /**
   * Reads the manifests of an output.
   *
   * @throws JobRefusedException if there is no output, if no part of it is sealed, or if a manifest
   *     is broken
   * @throws IOException if they cannot be read
   */
  public static SealedOutput open(Path root) throws IOException {
    if (!Files.isDirectory(root)) {
      throw new JobRefusedException(root + " is not a directory");
    }
    Findings findings = new Findings(EnumSet.of(Check.FILES));
    ManifestSet manifests = ManifestSet.read(root, findings);
    if (!findings.violations().isEmpty()) {
      throw new JobRefusedException(
          root.resolve(findings.violations().get(0).file())
              + ": "
              + findings.violations().get(0).message());
    }
    if (manifests.isEmpty()) {
      throw new JobRefusedException(
          "%s is not an output of Sluice, or nothing in it is sealed yet: %s has no manifest"
              .formatted(root, ManifestSet.DIRECTORY));
    }
    return new SealedOutput(root, manifests, content(root, manifests));
  }

  private static ContentConfiguration content(Path root, ManifestSet manifests) {
    try {
      return ContentConfiguration.of(manifests.content());
    } catch (IllegalArgumentException e) {
      throw new JobRefusedException(
          "%s: its content configuration cannot be read: %s"
              .formatted(root.resolve(ManifestSet.path(manifests.dumps().get(0))), e.getMessage()));
    }
  }

  /**
   * Returns the rows that the take-downs of the output name.
   *
   * @throws IOException if the entries cannot be read
   */
  public NamedRows named() throws IOException {
    return NamedRows.of(takedowns(), content.carried(), TextSigner::forTakeDowns);
  }

  /** Returns whether anything was taken down, without reading the entries. */
  public boolean hasTakeDowns() throws IOException {
    return !takedowns().read().isEmpty();
  }

  private TakedownLog takedowns() {
    return new TakedownLog(root);
  }

  /**
   * Returns the ids of the units of which sinks have recorded something, and which no manifest
   * lists. A reset has not forgotten them.
   *
   * @throws IOException if the cut records cannot be read
   */
  public SortedSet<String> unsealed() throws IOException {
    SortedSet<String> units = new TreeSet<>();
    Set<String> others = new HashSet<>();
    for (List<CutRecord> log : CutLog.all(CutLog.of(root), CutLog::read)) {
      for (CutRecord cut : log) {
        units.addAll(cut.units());
        cut.ended().stream()
            .filter(end -> !end.dumps().isEmpty()) // otherwise, no manifest can list it
            .forEach(end -> units.add(end.unit()));
        cut.forgotten().forEach(reset -> others.addAll(reset.unitIds()));
      }
    }
    manifests.dumps().forEach(dump -> dump.units().forEach(unit -> others.add(unit.unit())));
    units.removeAll(others);
    return units;
  }

  /** Returns all shards by bucket, dump and rank. */
  public List<SealedShard> shards() {
    List<SealedShard> shards = new ArrayList<>();
    List<Bucket> buckets = content.buckets();
    for (int bucket = 0; bucket < buckets.size(); bucket++) {
      for (DumpManifest manifest : manifests.listing()) {
        BucketPart part = manifest.buckets().get(buckets.get(bucket).name());
        String dump = manifest.dump().equals(Manifests.ALL_DUMPS) ? "" : manifest.dump();
        if (part != null) {
          for (FilePart file : part.files()) {
            shards.add(new SealedShard(bucket, dump, file));
          }
        }
      }
    }
    return shards;
  }
}
