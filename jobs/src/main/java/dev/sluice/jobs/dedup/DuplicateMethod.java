package dev.sluice.jobs.dedup;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import dev.sluice.algorithms.neardup.Signer;
import dev.sluice.neardup.Matcher;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.neardup.SimHashSigner;
import dev.sluice.operators.neardup.TextSigner;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Decides how near-duplicates are found. Immutable and thread-safe.
 *
 * @param kind of keys and comparison
 * @param threshold for {@link Kind#MINHASH}: least share of a document that a kept one contains
 * @param normalise for {@link Kind#EXACT}: differences that do not count
 * @param unit for {@link Kind#EXACT}: what is compared
 */
public record DuplicateMethod(
    Kind kind, double threshold, TextNormalisation normalise, TextUnit unit) {
  /** The default threshold. */
  public static final double USUAL_THRESHOLD = 0.95;

  /** The lowest threshold. With a lower one, keys would find too few of the near-duplicates. */
  public static final double LEAST_THRESHOLD = NearDedup.LEAST_THRESHOLD;

  /** Bits in which the SimHash of near-duplicates may differ. */
  private static final int MOST_BITS = SimHashSigner.DISTANCE;

  /** Bytes for each byte of a text of short words while it is signed and arrays grow. */
  private static final int SIGNING_FACTOR = 6;

  /** The hashes by which documents are found and compared. */
  public enum Kind {
    /** Uses keys of bands, and a fingerprint of sequences. */
    MINHASH(TextSigner.KEYS),
    /** Uses a hash of 64 bits, in which few bits may differ. */
    SIMHASH(SimHashSigner.TABLES),
    /** Uses a hash of the text. */
    EXACT(1);

    private final int keys;

    Kind(int keys) {
      this.keys = keys;
    }
  }

  /** Requires the method exact for paragraphs and lines. */
  public DuplicateMethod {
    if (!(threshold >= LEAST_THRESHOLD && threshold <= 1)
        || unit != TextUnit.DOCUMENT && kind != Kind.EXACT) {
      throw new IllegalArgumentException("%s of %s at %s".formatted(kind, unit, threshold));
    }
  }

  /** Returns everything that determines the result, as JSON values. */
  Map<String, Object> arguments() {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("method", kind.name().toLowerCase(Locale.ROOT));
    switch (kind) {
      case MINHASH -> arguments.put("threshold", threshold);
      case SIMHASH -> arguments.put("distance", MOST_BITS);
      case EXACT -> {
        arguments.put("normalise", normalise.title());
        arguments.put("unit", unit.title());
      }
    }
    return arguments;
  }

  /** Returns the maximum number of keys of a document. */
  int keys() {
    return kind.keys;
  }

  /** Returns whether paragraphs or lines are compared. */
  boolean ofParts() {
    return unit != TextUnit.DOCUMENT;
  }

  /**
   * Returns the memory for a text, as a multiple of its size. The memory of its row is not
   * included.
   */
  int documentFactor() {
    return kind == Kind.MINHASH ? SIGNING_FACTOR : 0;
  }

  /** Returns the usual size of a fingerprint, in bytes. */
  int fingerprintBytes() {
    return kind == Kind.MINHASH ? 110 : 12;
  }

  /** Returns how a document is compared with a kept one. */
  Matcher.Comparison comparison() {
    return kind == Kind.SIMHASH
        ? DuplicateMethod::byBits
        : (document, kept) -> document.in(kept, threshold);
  }

  private static Containment byBits(Fingerprint document, Fingerprint kept) {
    Containment found = document.in(kept, 1);
    if (found.rule() == Rule.COPY) {
      return found;
    }
    int different = Long.bitCount(document.units() ^ kept.units());
    double share = 1 - (double) different / Long.SIZE;
    return new Containment(different <= MOST_BITS ? Rule.CONTAINED : Rule.NONE, share, 0, share);
  }

  /** Creates a signer for one thread. */
  Signer signer() {
    return switch (kind) {
      case MINHASH -> new TextSigner();
      case SIMHASH -> new SimHashSigner();
      case EXACT -> new ExactSigner(normalise);
    };
  }
}
