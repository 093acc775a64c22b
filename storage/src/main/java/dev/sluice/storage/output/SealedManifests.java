package dev.sluice.storage.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what the manifests of an output were last computed from ({@code _sluice/sealed.json}), so
 * that a start need not compute them again.
 *
 * <p>This is only a cache; the cut records remain authoritative. All manifests are computed again
 * if this file is missing or damaged, if its digest does not match the records, or if the length or
 * modification time of a manifest has changed.
 *
 * @param format format of this record
 * @param records the digest of cut records and compactions ({@link Manifests#digest})
 * @param totals totals of all manifests
 * @param files the manifests and the list of shards, by path relative to the output's root
 */
public record SealedManifests(
    int format, String records, Manifests.Totals totals, SortedMap<String, Stamp> files) {
  private static final Logger LOG = LoggerFactory.getLogger(SealedManifests.class);
  private static final int FORMAT = 1;

  /**
   * Length and modification time of a file: if either differs, the file was changed.
   *
   * @param bytes length
   * @param modified modification time in milliseconds since 1970
   */
  record Stamp(long bytes, long modified) {}

  /**
   * The totals of these manifests, if all their files are up to date.
   *
   * @return empty if a file may be out of date and has to be computed
   */
  public static Optional<Manifests.Totals> totals(Manifests manifests, OutputLayout layout) {
    if (!Files.exists(layout.sealed())) {
      return Optional.empty();
    }
    try {
      SealedManifests sealed = Json.read(layout.sealed(), SealedManifests.class);
      boolean same =
          sealed.format == FORMAT
              && sealed.records.equals(manifests.digest())
              && sealed.files.equals(stamps(sealed.files.keySet(), layout));
      return same ? Optional.of(sealed.totals) : Optional.empty();
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("reason", e.getMessage()).log("computing all manifests");
      return Optional.empty();
    }
  }

  /** Writes that the files of all these manifests are up to date. */
  public static void note(Manifests manifests, OutputLayout layout, Publication publication)
      throws IOException {
    Stream<Path> dumps = manifests.dumps().stream().map(layout::manifest);
    Collection<String> files =
        Stream.concat(dumps, Stream.of(layout.shardList()))
            .map(file -> layout.root().relativize(file).toString().replace('\\', '/'))
            .toList();
    publication.update(
        layout.sealed(),
        Json.write(
            new SealedManifests(
                FORMAT, manifests.digest(), manifests.totals(), stamps(files, layout))));
  }

  /** The stamps of those files that exist. */
  private static SortedMap<String, Stamp> stamps(Collection<String> files, OutputLayout layout)
      throws IOException {
    SortedMap<String, Stamp> stamps = new TreeMap<>();
    for (String name : files) {
      Path file = layout.root().resolve(name);
      if (Files.exists(file)) {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
        stamps.put(name, new Stamp(found.size(), found.lastModifiedTime().toMillis()));
      }
    }
    return stamps;
  }
}
