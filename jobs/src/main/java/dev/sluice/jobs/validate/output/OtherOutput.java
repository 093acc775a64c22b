package dev.sluice.jobs.validate.output;

import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.storage.output.DumpDigest;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.DumpManifest.BucketPart;
import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.output.Making;
import dev.sluice.storage.output.VersionRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The output that another one is compared with.
 *
 * @param record name of its version record
 * @param digest of its shards
 * @param shards all of its shards by path, from the record or from the manifests in its directory;
 *     empty if neither has them
 */
public record OtherOutput(
    String record, Making.Shards digest, Optional<SortedMap<String, FilePart>> shards) {

  /**
   * Reads a version record, and the manifests in its directory if the record does not list the
   * shards.
   *
   * @throws IOException if it cannot be read
   */
  public static OtherOutput read(Path file) throws IOException {
    Making.Shards digest = VersionRecord.read(file).made().shards();
    Optional<SortedMap<String, FilePart>> listed =
        Optional.ofNullable(digest.list()).map(OtherOutput::byPath);
    Optional<SortedMap<String, FilePart>> shards =
        listed.isPresent() ? listed : beside(file.toAbsolutePath().getParent(), digest);
    return new OtherOutput(file.getFileName().toString(), digest, shards);
  }

  /** The manifests in a directory list the shards, unless they are of another state. */
  private static Optional<SortedMap<String, FilePart>> beside(Path directory, Making.Shards digest)
      throws IOException {
    Findings unreadable = new Findings(EnumSet.of(Check.FILES));
    ManifestSet manifests = ManifestSet.read(directory, unreadable);
    boolean same = digest.sha256().equals(digest(manifests.listing()));
    return manifests.isEmpty() || !unreadable.violations().isEmpty() || !same
        ? Optional.empty()
        : Optional.of(manifests.files());
  }

  /** The digest of the shards in manifests, as version records have it. */
  static String digest(List<DumpManifest> listing) {
    SortedMap<String, String> digests = new TreeMap<>();
    for (DumpManifest manifest : listing) {
      List<FilePart> files =
          manifest.buckets().values().stream()
              .map(BucketPart::files)
              .flatMap(Collection::stream)
              .toList();
      if (!files.isEmpty()) {
        digests.put(manifest.dump(), DumpDigest.sha256(files));
      }
    }
    return DumpDigest.ofAll(digests);
  }

  private static SortedMap<String, FilePart> byPath(List<FilePart> files) {
    SortedMap<String, FilePart> byPath = new TreeMap<>();
    files.forEach(file -> byPath.put(file.path(), file));
    return byPath;
  }
}
