package dev.sluice.operators.minhash;

import dev.sluice.algorithms.neardup.Bands;
import dev.sluice.algorithms.neardup.MinHasher;
import dev.sluice.operators.shingle.Shingler;
import java.util.OptionalLong;

/**
 * Computes the keys of texts. A text shorter than a shingle has one key, of all its units, in the
 * first band. Used by one thread.
 */
public final class BandSigner {
  /** Separates keys of short texts from those of bands. */
  public static final long SHORT = 0x5368_6F72_7454_6578L; // "ShortTex"

  private final Bands bands;
  private final Shingler shingler;
  private final MinHasher hasher;
  private final long[] rows;
  private final long[] single = new long[1];

  BandSigner(BandKeys rule) {
    this.bands = rule.bands();
    this.shingler = rule.hashing().shingler(rule.unit(), rule.length());
    this.hasher = rule.hashing().hasher(bands.total());
    this.rows = new long[bands.total()];
  }

  /**
   * Computes the keys of a text.
   *
   * @param text well-formed UTF-8
   * @param keys receives the key of each band, from the first on
   * @return the number of keys: one for each band, 1 for a text shorter than a shingle, 0 for a
   *     text without units, which is similar to none
   */
  public int sign(byte[] text, int offset, int length, long[] keys) {
    hasher.clear();
    if (shingler.shingle(text, offset, length, hasher) > 0) {
      hasher.signature(rows);
      bands.keys(rows, keys);
      return bands.bands();
    }
    OptionalLong units = shingler.shortText();
    if (units.isEmpty()) {
      return 0;
    }
    keys[0] = units.getAsLong() ^ SHORT;
    return 1;
  }

  /**
   * The rows of the text that was signed last; those of a text shorter than a shingle are of all
   * its units. The array itself, which the next text overwrites.
   */
  public long[] rows() {
    OptionalLong units = shingler.shortText();
    if (units.isPresent()) {
      single[0] = units.getAsLong();
      hasher.accept(single, 1);
      hasher.signature(rows);
    }
    return rows;
  }
}
