package dev.sluice.storage.output;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an output holds of one dump, and how it came to it. A pure function of the cut records.
 *
 * @param format of this file, 1
 * @param dump its name, {@code unknown}, or {@link Manifests#ALL_DUMPS}
 * @param counters every counter over all buckets; the outcomes add up to {@code rows}
 * @param operators rows that operators dropped or could not judge: by outcome, then by {@code
 *     operator:reason}; empty where there are none
 * @param buckets what became of the rows of each bucket, and its files
 * @param units that rows of the dump came in, in the order in which they ended
 * @param content the configuration that decided the content
 * @param textBytes bytes of the kept texts, uncompressed
 * @param compressionRatio bytes of the files by bytes of the texts; 0 without text
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
  /** The only format there is. */
  public static final int FORMAT = 1;

  /** Manifests of earlier versions do not speak of operators. */
  public DumpManifest {
    operators = operators == null ? new TreeMap<>() : operators;
  }

  /**
   * One bucket: outcomes of the rows whose score fell in it, and its shards.
   *
   * @param kept rows in its files
   * @param duplicatesRemoved rows whose id was kept before
   * @param sampledOut rows that sampling dropped
   * @param invalidText rows that are in the rejects
   * @param operatorDropped rows that an operator dropped
   * @param rejected rows that an operator could not judge, which are in the rejects
   * @param operators these two by their reasons, as those of the dump
   * @param bytes of its files
   * @param files its shards
   */
  public record BucketPart(
      long kept,
      long duplicatesRemoved,
      long sampledOut,
      long invalidText,
      long operatorDropped,
      long rejected,
      SortedMap<String, SortedMap<String, Long>> operators,
      long bytes,
      List<FilePart> files) {
    /** Manifests of earlier versions do not speak of operators. */
    public BucketPart {
      operators = operators == null ? new TreeMap<>() : operators;
    }
  }

  /**
   * One shard.
   *
   * @param path relative to the output's root, with /
   * @param rows in it
   * @param bytes of it
   * @param sha256 of it, in hex
   */
  public record FilePart(String path, long rows, long bytes, String sha256) {}

  /**
   * One unit of input.
   *
   * @param unit its id
   * @param inputs its files by relative path, in reading order
   * @param setAside those listed under this dump that could not be read, or only in part
   */
  public record UnitPart(String unit, List<String> inputs, List<AsidePart> setAside) {}

  /**
   * A file set aside.
   *
   * @param file by relative path
   * @param reason why
   */
  public record AsidePart(String file, String reason) {}
}
