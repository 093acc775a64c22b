package dev.sluice.operators.minhash;

import dev.sluice.algorithms.neardup.Bands;
import dev.sluice.operators.shingle.MinHashPreset;
import dev.sluice.operators.shingle.ShingleUnit;
import java.util.Objects;

/**
 * How a text becomes keys: documents that have the same key in a band are taken for similar.
 *
 * @param unit of shingles
 * @param length of a shingle, in units
 * @param bands number of bands, and rows per band
 * @param hashing of shingles and signatures
 */
public record BandKeys(ShingleUnit unit, int length, Bands bands, HashFamily hashing) {
  /** Checks that they go together. */
  public BandKeys {
    Objects.requireNonNull(bands, "bands");
    if (length < 1 || !hashing.takes(unit)) {
      throw new IllegalArgumentException(
          "%d %s a shingle, hashed as %s".formatted(length, unit, hashing));
    }
  }

  /** The shingles and bands of a preset. */
  public static BandKeys of(MinHashPreset preset) {
    return new BandKeys(preset.unit(), preset.length(), preset.bands(), HashFamily.FAST);
  }

  /** Creates a signer for one thread. */
  public BandSigner signer() {
    return new BandSigner(this);
  }
}
