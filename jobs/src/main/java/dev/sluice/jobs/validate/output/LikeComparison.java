package dev.sluice.jobs.validate.output;

import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.storage.output.DumpDigest;
import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.output.Making;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Compares the bytes of all shards with the version record of another output. Reads every shard
 * again.
 */
public final class LikeComparison {
  private final Path output;
  private final Findings findings;

  public LikeComparison(Path output, Findings findings) {
    this.output = output;
    this.findings = findings;
  }

  /**
   * Compares.
   *
   * @param shards those of this output
   * @throws InterruptedException if interrupted
   */
  public void compare(OtherOutput other, List<Shard> shards) throws InterruptedException {
    SortedMap<String, FilePart> found = new TreeMap<>();
    SortedMap<String, List<FilePart>> byManifest = new TreeMap<>();
    for (Shard shard : shards) {
      requireGoingOn();
      FilePart part = new FilePart(shard.path(), 0, shard.bytes(), sha256(shard));
      found.put(shard.path(), part);
      String dump = shard.dump().isEmpty() ? Manifests.ALL_DUMPS : shard.dump();
      byManifest.computeIfAbsent(dump, name -> new ArrayList<>()).add(part);
    }
    if (other.shards().isPresent()) {
      compareEach(other.shards().get(), found);
    } else {
      compareDigests(other, byManifest);
    }
  }

  /** The hash of a shard; empty if the shard cannot be read, which another check reports. */
  private String sha256(Shard shard) {
    try {
      return Publication.sha256(output.resolve(shard.path()));
    } catch (IOException e) {
      return "";
    }
  }

  private static void requireGoingOn() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  private void compareEach(
      SortedMap<String, FilePart> expected, SortedMap<String, FilePart> found) {
    expected.forEach(
        (path, part) -> {
          if (!found.containsKey(path)) {
            violation(path, "is missing: the other output has it");
          } else if (found.get(path).bytes() != part.bytes()) {
            violation(
                path,
                "has %,d bytes, but %,d in the other output"
                    .formatted(found.get(path).bytes(), part.bytes()));
          } else if (!found.get(path).sha256().equals(part.sha256())) {
            violation(path, "has the same size as in the other output, but other bytes");
          }
        });
    found.keySet().stream()
        .filter(path -> !expected.containsKey(path))
        .forEach(path -> violation(path, "is additional: the other output does not have it"));
  }

  /**
   * Compares only the number, total size and digest of the shards, because the other record does
   * not list them.
   */
  private void compareDigests(OtherOutput other, SortedMap<String, List<FilePart>> found) {
    Making.Shards expected = other.digest();
    findings.warning(
        Check.LIKE,
        other.record(),
        "does not list its %,d shards, and its directory has no manifests of the same state: only their"
                .formatted(expected.count())
            + " number, total size and digest were compared, not which shards differ");
    SortedMap<String, String> digests = new TreeMap<>();
    long count = 0;
    long bytes = 0;
    for (String dump : found.keySet()) {
      digests.put(dump, DumpDigest.sha256(found.get(dump)));
      count += found.get(dump).size();
      bytes += found.get(dump).stream().mapToLong(FilePart::bytes).sum();
    }
    compare(other, "shards", expected.count(), count);
    compare(other, "bytes", expected.bytes(), bytes);
    if (!DumpDigest.ofAll(digests).equals(expected.sha256())) {
      violation(other.record(), "the digest of the shards differs: they are not the same bytes");
    }
  }

  private void compare(OtherOutput other, String what, long expected, long found) {
    if (expected != found) {
      violation(
          other.record(), "has %,d %s, but this output has %,d".formatted(expected, what, found));
    }
  }

  private void violation(String file, String message) {
    findings.violation(Check.LIKE, file, message);
  }
}
