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
 * What the manifests of an output were last computed from, so that a start need not compute them
 * again. The cut records remain the truth: where this file is missing or damaged or speaks of other
 * records, or where a manifest is not the file that was written, all manifests are computed.
 *
 * @param format of this record
 * @param records what cut records and compactions said, as {@link Manifests#digest} has it
 * @param totals of all manifests
 * @param files the manifests and the list of shards, by path relative to the output's root
 */
public record SealedManifests(
    int format, String records, Manifests.Totals totals, SortedMap<String, Stamp> files) {
  private static final Logger LOG = LoggerFactory.getLogger(SealedManifests.class);
  private static final int FORMAT = 1;

  /**
   * What changes when a file does.
   *
   * @param bytes its length
   * @param modified milliseconds since 1970
   */
  record Stamp(long bytes, long modified) {}

  /**
   * What these manifests add up to, if all of them stand in their files.
   *
   * @return empty where they may not
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

  /** Notes that all of these manifests stand in their files. */
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

  /** Of those files that are there. */
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
