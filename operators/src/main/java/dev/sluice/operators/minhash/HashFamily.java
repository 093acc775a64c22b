package dev.sluice.operators.minhash;

import dev.sluice.algorithms.neardup.MinHasher;
import dev.sluice.algorithms.neardup.MinHashers;
import dev.sluice.operators.shingle.JoinedHash;
import dev.sluice.operators.shingle.ShingleUnit;
import dev.sluice.operators.shingle.Shingler;
import java.util.Locale;

/** How shingles are hashed and signatures computed. */
public enum HashFamily {
  /** Fast similarity sketching. */
  FAST,
  /** xxHash64 with the arithmetic of datatrove. */
  DATATROVE,
  /** The first eight bytes of SHA-1 with the arithmetic of datatrove, as used for FineWeb. */
  FINEWEB,
  /** The first four bytes of SHA-1 with the arithmetic of Data-Juicer. */
  DATA_JUICER,
  /** The first four bytes of SHA-1 with the arithmetic of text-dedup. */
  TEXT_DEDUP;

  /** Its name on the command line. */
  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether it supports shingles of these units. */
  public boolean takes(ShingleUnit unit) {
    return this == FAST || unit == ShingleUnit.WORDS;
  }

  /** A new shingler of sequences of this many units. */
  public Shingler shingler(ShingleUnit unit, int length) {
    return switch (this) {
      case FAST -> Shingler.of(unit, length);
      case DATATROVE -> Shingler.joined(length, JoinedHash.xxHash64());
      case FINEWEB -> Shingler.joined(length, JoinedHash.sha1());
      case DATA_JUICER, TEXT_DEDUP -> Shingler.joined(length, JoinedHash.sha1Of32Bits());
    };
  }

  /** A new hasher of sets of shingles to this many rows. */
  public MinHasher hasher(int rows) {
    return switch (this) {
      case FAST -> MinHashers.fast(rows);
      case DATATROVE, FINEWEB -> MinHashers.datatrove(rows);
      case DATA_JUICER -> MinHashers.dataJuicer(rows);
      case TEXT_DEDUP -> MinHashers.textDedup(rows);
    };
  }
}
