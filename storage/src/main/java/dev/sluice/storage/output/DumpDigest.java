package dev.sluice.storage.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.core.BucketCounts;
import dev.sluice.storage.output.DumpManifest.BucketPart;
import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.publish.Publication;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A summary of a manifest. Its size does not depend on the number of shards.
 *
 * @param shards number of shards in the manifest
 * @param bytes the total size of the shards
 * @param sha256 the SHA-256 of the lines {@code path sha256} of the shards, sorted by path
 * @param buckets the outcomes of the rows of each bucket
 */
public record DumpDigest(
    long shards, long bytes, String sha256, SortedMap<String, Bucket> buckets) {
  /** Returns the digest of a manifest. */
  public static DumpDigest of(DumpManifest manifest) {
    List<FilePart> files =
        manifest.buckets().values().stream().flatMap(part -> part.files().stream()).toList();
    SortedMap<String, Bucket> buckets = new TreeMap<>();
    manifest.buckets().forEach((name, part) -> buckets.put(name, Bucket.of(part)));
    return new DumpDigest(
        files.size(), files.stream().mapToLong(FilePart::bytes).sum(), sha256(files), buckets);
  }

  /** Returns the SHA-256, in hexadecimal, of the lines {@code path sha256}, sorted by path. */
  public static String sha256(Collection<FilePart> files) {
    StringBuilder lines = new StringBuilder();
    files.stream()
        .sorted(Comparator.comparing(FilePart::path))
        .forEach(file -> lines.append(file.path() + " " + file.sha256() + "\n"));
    return Publication.sha256(lines.toString().getBytes(UTF_8));
  }

  /**
   * Returns the SHA-256, in hexadecimal, of the lines {@code name sha256} of the manifests that
   * list shards, sorted by name. The cost does not depend on the number of shards, so each seal can
   * compute it.
   *
   * @param manifests the digests of the manifests' shards, by the names of the manifests
   */
  public static String ofAll(SortedMap<String, String> manifests) {
    StringBuilder lines = new StringBuilder();
    manifests.forEach((name, sha256) -> lines.append(name + " " + sha256 + "\n"));
    return Publication.sha256(lines.toString().getBytes(UTF_8));
  }

  /**
   * The rows and shards of a bucket.
   *
   * @param counts rows by outcome; in JSON, fields of the bucket itself
   * @param files the number of its shards
   * @param bytes the total size of its shards
   */
  public record Bucket(@JsonUnwrapped BucketCounts counts, long files, long bytes) {
    static final Bucket NONE = new Bucket(BucketCounts.NONE, 0, 0);

    /** Returns the rows and shards of a dump in a bucket. */
    public static Bucket of(BucketPart part) {
      return new Bucket(part.counts(), part.files().size(), part.bytes());
    }

    /** Adds the counts of a further dump. */
    public Bucket plus(Bucket other) {
      return new Bucket(counts.plus(other.counts), files + other.files, bytes + other.bytes);
    }
  }

  /**
   * Returns the counts of each bucket over all manifests. If there is a manifest of all dumps,
   * these are its counts.
   */
  public static SortedMap<String, Bucket> buckets(SortedMap<String, DumpDigest> manifests) {
    SortedMap<String, Bucket> sums = new TreeMap<>();
    DumpDigest all = manifests.get(Manifests.ALL_DUMPS);
    for (DumpDigest digest : all == null ? manifests.values() : List.of(all)) {
      digest.buckets().forEach((name, part) -> sums.merge(name, part, Bucket::plus));
    }
    return sums;
  }

  /**
   * The digests of all manifests of an output. Remembers each digest until the manifest changes, so
   * that a seal computes only the digests of the dumps that it adds to. Not thread-safe.
   */
  public static final class Cache {
    private final Map<String, Known> known = new HashMap<>();

    /** A digest with the state that its manifest was computed from. */
    private record Known(List<Object> state, DumpDigest digest) {}

    /** Remembers the digest of a manifest that was just computed. */
    public void add(Manifests manifests, DumpManifest manifest) {
      String dump = manifest.dump();
      known.put(dump, new Known(manifests.stateOf(dump), DumpDigest.of(manifest)));
    }

    /** Returns the digests of all manifests, by name. */
    public SortedMap<String, DumpDigest> of(Manifests manifests) {
      SortedMap<String, DumpDigest> digests = new TreeMap<>();
      for (String dump : manifests.dumps()) {
        Known before = known.get(dump);
        if (before == null || !before.state().equals(manifests.stateOf(dump))) {
          add(manifests, manifests.of(dump));
        }
        digests.put(dump, known.get(dump).digest());
      }
      known.keySet().retainAll(digests.keySet());
      return digests;
    }
  }
}
