package dev.sluice.storage.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.core.BucketCounts;
import dev.sluice.core.Counters;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The content and history of one dump in an output. A pure function of the cut records.
 *
 * @param format the format of this file, 1
 * @param dump its name, {@code unknown}, or {@link Manifests#ALL_DUMPS}
 * @param counters every counter over all buckets; the outcomes add up to {@code rows}.
 *     Near-duplicates are absent if there are none
 * @param operators rows that operators dropped or could not judge: by outcome, then by {@code
 *     operator:reason}; empty if there are none
 * @param buckets rows and files of each bucket
 * @param units the units with rows of the dump, in the order in which they ended
 * @param content the configuration that decided the content
 * @param textBytes bytes of the kept texts, uncompressed
 * @param compressionRatio the bytes of the files divided by the bytes of the texts; 0 if there are
 *     no texts
 */
public record DumpManifest(
    int format,
    String dump,
    SortedMap<String, Long> counters,
    SortedMap<String, SortedMap<String, Long>> operators,
    SortedMap<String, BucketPart> buckets,
    List<UnitPart> units,
    SortedMap<String, String> content,
    long textBytes,
    double compressionRatio) {
  /** The current format version. */
  public static final int FORMAT = 1;

  /** Checks that no field is missing. */
  public DumpManifest {
    Objects.requireNonNull(dump, "dump");
    counters.forEach((name, rows) -> Objects.requireNonNull(rows, name));
    requireCounts(operators);
    buckets.forEach((bucket, part) -> Objects.requireNonNull(part, bucket));
    units = List.copyOf(units);
    content.forEach((key, value) -> Objects.requireNonNull(value, key));
  }

  private static void requireCounts(SortedMap<String, SortedMap<String, Long>> nested) {
    nested
        .values()
        .forEach(counts -> counts.forEach((name, rows) -> Objects.requireNonNull(rows, name)));
  }

  /**
   * Returns the manifest of a dump.
   *
   * @param counted the counters of its units, restricted to the dump
   * @param buckets the names of all buckets
   * @param shards the dump's shards in the order in which they are listed
   */
  static DumpManifest of(
      String dump,
      Counters counted,
      List<String> buckets,
      List<CutFile> shards,
      List<UnitPart> units,
      SortedMap<String, String> content) {
    SortedMap<String, BucketPart> parts = new TreeMap<>();
    for (String bucket : buckets) {
      List<CutFile> here = shards.stream().filter(f -> f.bucket().equals(bucket)).toList();
      parts.put(bucket, BucketPart.of(counted.ofBucket(bucket), here));
    }
    SortedMap<String, Long> totals = counted.totals();
    totals.put(Counters.ROWS, counted.total(Counters.ROWS));
    long bytes = shards.stream().mapToLong(CutFile::bytes).sum();
    long textBytes = shards.stream().mapToLong(CutFile::textBytes).sum();
    return new DumpManifest(
        FORMAT,
        dump,
        totals,
        counted.details(),
        parts,
        units,
        content,
        textBytes,
        textBytes == 0 ? 0 : Math.round(1e4 * bytes / textBytes) / 1e4);
  }

  /**
   * A dump's rows and files in one bucket.
   *
   * @param counts rows by outcome; in the JSON, fields of the bucket itself
   * @param operators rows that operators dropped or could not judge, in the same form as for the
   *     dump
   * @param bytes size of the files
   * @param files the files, by rank
   */
  public record BucketPart(
      @JsonUnwrapped BucketCounts counts,
      SortedMap<String, SortedMap<String, Long>> operators,
      long bytes,
      List<FilePart> files) {
    /** Checks that no field is missing, and copies the list. */
    public BucketPart {
      Objects.requireNonNull(counts, "counts");
      requireCounts(operators);
      files = List.copyOf(files);
    }

    private static BucketPart of(Counters counted, List<CutFile> shards) {
      return new BucketPart(
          BucketCounts.of(outcome -> counted.total(outcome.key())),
          counted.details(),
          shards.stream().mapToLong(CutFile::bytes).sum(),
          shards.stream().map(FilePart::of).toList());
    }
  }

  /**
   * One shard.
   *
   * @param path relative to the output's root, with /
   * @param rows the number of rows in it
   * @param bytes its size
   * @param sha256 its SHA-256, in hex
   */
  public record FilePart(String path, long rows, long bytes, String sha256) {
    /** Requires the path and the digest. */
    public FilePart {
      Objects.requireNonNull(path, "path");
      Objects.requireNonNull(sha256, "sha256");
    }

    static FilePart of(CutFile file) {
      return new FilePart(file.path(), file.rows(), file.bytes(), file.sha256());
    }
  }

  /**
   * One unit of input.
   *
   * @param unit its id
   * @param inputs its files by relative path, in reading order
   * @param quarantined quarantined files listed under this dump
   * @param losses the losses of its files in all dumps, see {@link InputLosses#files}; not written
   *     if empty
   * @param sources the origins of directories of the input, see {@link EndedUnit}
   */
  public record UnitPart(
      String unit,
      List<String> inputs,
      List<QuarantinedPart> quarantined,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<String, SortedMap<String, Long>> losses,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<String, String> sources) {
    /** Leaves out losses and sources if there are none, as for most inputs. */
    public UnitPart {
      Objects.requireNonNull(unit, "unit");
      inputs = List.copyOf(inputs);
      quarantined = List.copyOf(quarantined);
      losses = losses == null ? new TreeMap<>() : losses;
      requireCounts(losses);
      sources = sources == null ? new TreeMap<>() : sources;
      sources.forEach((directory, source) -> Objects.requireNonNull(source, directory));
    }

    /** Returns the losses of the unit's files, as counted by ingest. */
    public InputLosses lost() {
      return new InputLosses(losses);
    }

    /**
     * Creates the part of a unit. The part lists the unit's quarantined files only in the manifest
     * of its directory's dump.
     */
    static UnitPart of(EndedUnit unit, List<String> inputs, String dump) {
      List<QuarantinedPart> aside = new ArrayList<>();
      if (Unit.parse(unit.unit()).directoryDump().equals(dump)) {
        unit.quarantined().forEach((file, reason) -> aside.add(new QuarantinedPart(file, reason)));
      }
      return new UnitPart(unit.unit(), inputs, aside, unit.losses(), unit.sources());
    }
  }

  /**
   * A quarantined file.
   *
   * @param file the file's relative path
   * @param reason the reason
   */
  public record QuarantinedPart(String file, String reason) {
    /** Checks that both fields are present. */
    public QuarantinedPart {
      Objects.requireNonNull(file, "file");
      Objects.requireNonNull(reason, "reason");
    }
  }
}
