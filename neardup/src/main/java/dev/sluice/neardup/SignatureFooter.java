package dev.sluice.neardup;

import java.util.List;
import java.util.SortedMap;

/**
 * The footer of a file of signatures.
 *
 * @param position after its last batch
 * @param first batch of the unit that it covers, from 1; 0 in the file of a reset
 * @param last batch that it covers; 0 in the file of a reset
 * @param from the frontier of the batch before the first
 * @param counts of the documents that were decided
 * @param guard what is known of the unit after the last batch
 * @param stored number of kept documents in all files that counted then, this one included
 * @param sections where to find the rest
 * @param forgotten units whose documents no longer count, with the groups from which only copies
 *     were removed; only in the file of a reset
 */
public record SignatureFooter(
    Position position,
    long first,
    long last,
    Frontier from,
    Counts counts,
    GuardState guard,
    long stored,
    Sections sections,
    SortedMap<String, List<String>> forgotten) {
  /** The only version of the format. */
  public static final int FORMAT = 1;

  /**
   * The position of the matcher in its input.
   *
   * @param unit id of the unit, or of a reset
   * @param frontier up to which its rows are decided
   * @param source what the offset belongs to, such as a topic
   * @param nextOffset where to continue; never less than that of an earlier file
   */
  public record Position(String unit, Frontier frontier, String source, long nextOffset) {}

  /**
   * The counts of decided documents.
   *
   * @param documents number of all
   * @param copies removed because a kept document has the same units in the same order
   * @param contained removed because a kept document has nearly all of their sequences
   */
  public record Counts(long documents, long copies, long contained) {
    /** The counts of no documents. */
    public static final Counts NONE = new Counts(0, 0, 0);

    /** Returns the number of documents that were kept. */
    public long kept() {
      return documents - copies - contained;
    }

    /** Returns the sum of these counts and others. */
    public Counts plus(Counts more) {
      return new Counts(
          documents + more.documents, copies + more.copies, contained + more.contained);
    }

    /** Returns the share of the documents that were removed and are not copies, from 0 to 1. */
    public double containedShare() {
      return documents == 0 ? 0 : contained / (double) documents;
    }
  }

  /**
   * The offsets of the sections of a file.
   *
   * @param kept number of kept documents, which are in blocks from the beginning of the file on
   * @param index begin of the offsets of their blocks
   * @param matches number of matches
   * @param matchBlocks begin of their blocks
   * @param blockBytes of the largest block
   * @param ownerBytes of the owner of each key
   * @param ranges keys by their highest bits
   */
  public record Sections(
      long kept,
      long index,
      long matches,
      long matchBlocks,
      int blockBytes,
      int ownerBytes,
      List<KeyRange> ranges) {
    /** Checks the ranges and the bytes of owners. */
    public Sections {
      ranges = List.copyOf(ranges);
      if (ranges.size() != SignatureFile.RANGES
          || ranges.stream().anyMatch(range -> range.bytes() < 0)
          || ownerBytes < 1
          || ownerBytes > Integer.BYTES) {
        throw new IllegalArgumentException(
            "%d ranges of keys, owners of %d bytes".formatted(ranges.size(), ownerBytes));
      }
    }

    /** Returns the number of keys. */
    public long keys() {
      return ranges.stream().mapToLong(KeyRange::count).sum();
    }
  }

  /**
   * The section with the keys that have the same highest bits.
   *
   * @param count number of keys
   * @param offset where it begins
   * @param bytes of the keys and their owners
   * @param crc CRC-32C of the bytes
   */
  public record KeyRange(long count, long offset, long bytes, int crc) {}
}
