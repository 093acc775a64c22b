package dev.sluice.jobs.dedup.stage;

import dev.sluice.jobs.dedup.spill.SpillFile;
import java.util.ArrayList;
import java.util.List;

/**
 * The band records whose keys start with the same bits, and their state.
 *
 * @param bits number of these bits, at least 1
 * @param prefix the bits
 * @param file with the records
 * @param alike whether all records are known to have the same key
 * @param done whether their pairs are complete
 * @param pairs runs of their pairs
 */
public record BandPart(
    int bits, long prefix, SpillFile file, boolean alike, boolean done, List<SpillFile> pairs) {
  public BandPart {
    pairs = List.copyOf(pairs);
  }

  /** Empty parts for all keys. */
  public static List<BandPart> divide(int bits) {
    return parts(bits, 0, 1 << bits);
  }

  /** Empty parts of this part. */
  public List<BandPart> dividedBy(int moreBits) {
    return parts(bits + moreBits, prefix << moreBits, 1 << moreBits);
  }

  private static List<BandPart> parts(int bits, long first, int count) {
    List<BandPart> parts = new ArrayList<>();
    for (long prefix = first; prefix < first + count; prefix++) {
      SpillFile file = SpillFile.empty("bands-%d-%x".formatted(bits, prefix));
      parts.add(new BandPart(bits, prefix, file, false, false, List.of()));
    }
    return parts;
  }

  /** This part with other records. */
  public BandPart with(SpillFile newFile, boolean newAlike) {
    return new BandPart(bits, prefix, newFile, newAlike, false, List.of());
  }

  /** With all of its pairs. */
  public BandPart done(List<SpillFile> newPairs) {
    return new BandPart(bits, prefix, file, alike, true, newPairs);
  }

  /** Without its pairs. */
  BandPart undone() {
    return new BandPart(bits, prefix, file, alike, false, List.of());
  }

  /** The prefix of its runs' file names. */
  public String pairsPrefix() {
    return DedupState.PAIRS + "%d-%x-".formatted(bits, prefix);
  }
}
