package dev.sluice.jobs.validate.output;

import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
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
 * A different output with which the validated output is compared.
 *
 * @param record name of the output's version record
 * @param digest digest of the output's shards
 * @param shards all shards of the output by path, from the record or from the manifests in its
 *     directory; empty if neither has them
 */
public record OtherOutput(
    String record, Making.Shards digest, Optional<SortedMap<String, FilePart>> shards) {

  /**
   * Reads a version record, and the manifests in its directory if the record does not list the
   * shards.
   *
   * @throws IOException if the file cannot be read
   */
  public static OtherOutput read(Path file) throws IOException {
    Making.Shards digest = VersionRecord.read(file).made().shards();
    Optional<SortedMap<String, FilePart>> listed =
        Optional.ofNullable(digest.list()).map(OtherOutput::byPath);
    Optional<SortedMap<String, FilePart>> shards =
        listed.isPresent() ? listed : beside(file.toAbsolutePath().getParent(), digest);
    return new OtherOutput(file.getFileName().toString(), digest, shards);
  }

  /** Returns the shards listed by the manifests in a directory, unless their digest differs. */
  private static Optional<SortedMap<String, FilePart>> beside(Path directory, Making.Shards digest)
      throws IOException {
    Findings unreadable = new Findings(EnumSet.of(Check.FILES));
    ManifestSet manifests = ManifestSet.read(directory, unreadable);
    boolean same = digest.sha256().equals(manifests.digest());
    return manifests.isEmpty() || !unreadable.violations().isEmpty() || !same
        ? Optional.empty()
        : Optional.of(manifests.files());
  }

  private static SortedMap<String, FilePart> byPath(List<FilePart> files) {
    SortedMap<String, FilePart> byPath = new TreeMap<>();
    files.forEach(file -> byPath.put(file.path(), file));
    return byPath;
  }

  /**
   * Compares the shards listed in manifests with those of this output. They are compared one by one
   * if they are known, otherwise by digest.
   */
  public void compare(ManifestSet manifests, Findings findings) {
    if (shards.isPresent()) {
      compareEach(shards.get(), manifests.files(), findings);
    } else {
      compareDigests(manifests, findings);
    }
  }

  private static void compareEach(
      SortedMap<String, FilePart> expected, SortedMap<String, FilePart> found, Findings findings) {
    expected.forEach(
        (path, part) -> {
          if (!found.containsKey(path)) {
            findings.violation(Check.LIKE, path, "is missing, but exists in the other output");
          } else if (found.get(path).bytes() != part.bytes()) {
            findings.violation(
                Check.LIKE,
                path,
                "has %,d bytes, but %,d in the other output"
                    .formatted(found.get(path).bytes(), part.bytes()));
          } else if (!found.get(path).sha256().equals(part.sha256())) {
            findings.violation(
                Check.LIKE, path, "has the same size as in the other output, but different bytes");
          }
        });
    found.keySet().stream()
        .filter(path -> !expected.containsKey(path))
        .forEach(
            path -> findings.violation(Check.LIKE, path, "does not exist in the other output"));
  }

  private void compareDigests(ManifestSet manifests, Findings findings) {
    findings.warning(
        Check.LIKE,
        record,
        "does not list its %,d shards, and its directory has no manifests of the same state: only the"
                .formatted(digest.count())
            + " number, total size and digest of the shards were compared, so it is unknown which"
            + " shards differ");
    Collection<FilePart> found = manifests.files().values();
    compare("shards", digest.count(), found.size(), findings);
    compare("bytes", digest.bytes(), found.stream().mapToLong(FilePart::bytes).sum(), findings);
    if (!manifests.digest().equals(digest.sha256())) {
      findings.violation(
          Check.LIKE,
          record,
          "the digest of the shards differs: the outputs do not have the same bytes");
    }
  }

  private void compare(String what, long expected, long found, Findings findings) {
    if (expected != found) {
      findings.violation(
          Check.LIKE,
          record,
          "has %,d %s, but this output has %,d".formatted(expected, what, found));
    }
  }
}
