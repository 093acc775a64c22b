package dev.sluice.storage.output;

import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what the manifests of an output were last computed from ({@code _sluice/sealed.json}), so
 * that a start need not compute them again.
 *
 * <p>This is only a cache; the cut records remain authoritative. All manifests are computed again
 * if this file is missing, damaged or of another format, if its digest does not match the records,
 * or if the length or modification time of a manifest has changed.
 *
 * @param format format of this record
 * @param records the digest of cut records and compactions ({@link Manifests#digest})
 * @param totals totals of all manifests
 * @param dumps the digests of all manifests
 * @param files the manifests and the list of shards, by path relative to the output's root
 */
public record SealedManifests(
    int format,
    String records,
    Manifests.Totals totals,
    SortedMap<String, DumpDigest> dumps,
    SortedMap<String, StampedFiles.Stamp> files) {
  private static final Logger LOG = LoggerFactory.getLogger(SealedManifests.class);

  private static final int FORMAT = 1;

  /** Checks that nothing is missing. */
  public SealedManifests {
    Objects.requireNonNull(records, "records");
    Objects.requireNonNull(totals, "totals");
    dumps.forEach((dump, digest) -> Objects.requireNonNull(digest, dump));
    files.forEach((file, stamp) -> Objects.requireNonNull(stamp, file));
  }

  /**
   * What is said of these manifests, if all their files are up to date.
   *
   * @param files that remember then how all of them look
   * @return empty if a file may be out of date and has to be computed
   */
  public static Optional<SealedManifests> of(
      Manifests manifests, StampedFiles files, OutputLayout layout) {
    if (!Files.exists(layout.sealed())) {
      return Optional.empty();
    }
    try {
      SealedManifests sealed = Json.read(layout.sealed(), SealedManifests.class);
      boolean same =
          sealed.format == FORMAT
              && sealed.records.equals(manifests.digest())
              && files.adopt(sealed.files);
      return same ? Optional.of(sealed) : Optional.empty();
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("reason", e.getMessage()).log("computing all manifests");
      return Optional.empty();
    }
  }

  /**
   * Writes that the files of all these manifests are up to date, if they are.
   *
   * @param dumps digests of the manifests
   * @param files that have written or verified them
   */
  public static void note(
      Manifests manifests,
      SortedMap<String, DumpDigest> dumps,
      StampedFiles files,
      OutputLayout layout,
      Publication publication)
      throws IOException {
    Set<Path> all = new HashSet<>(Set.of(layout.shardList()));
    manifests.dumps().forEach(dump -> all.add(layout.manifest(dump)));
    Optional<SortedMap<String, StampedFiles.Stamp>> stamps = files.stamps(all);
    if (stamps.isPresent()) {
      publication.update(
          layout.sealed(),
          Json.write(
              new SealedManifests(
                  FORMAT, manifests.digest(), manifests.totals(), dumps, stamps.get())));
    }
  }
}
