package dev.sluice.operators.neardup;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.core.XxHash64;

/**
 * Near-deduplication in the main job. A document is removed if, and only if, an earlier kept
 * document in scope shares a key with it and contains it.
 *
 * @param scope which earlier documents count
 * @param threshold least share of a document's sequences that a kept document must have, {@value
 *     #LEAST_THRESHOLD} to 1
 * @param guard share of a group's documents, 0 to 1, above which removals of documents that are not
 *     copies stop a unit; does not decide content
 */
public record NearDedup(NearDedupScope scope, double threshold, double guard) {
  /** The lowest threshold. With a lower one, too few of the pairs would have a key in common. */
  public static final double LEAST_THRESHOLD = 0.9;

  /**
   * The constants that decide content. An output cannot be continued with other constants. The
   * version of signatures is that of hashes and of all that cuts texts into units, beside Unicode.
   * Lists of take-downs hold signatures of this version and Unicode, too: other ones need another
   * kind of entries.
   */
  public static final String CONSTANTS =
      "signatures 1, Unicode 17.0; units of up to 32 bytes; keys of 5 units, 14 x 8 rows, 48 bits;"
          + " sequences of 3 units, up to 4096 of a kind, 512 to 65536 bits, saturated at 0.45;"
          + " copies alone if under half differ; 2 standard errors; rejected from 0.8";

  /** Checks the ranges. */
  public NearDedup {
    if (!(threshold >= LEAST_THRESHOLD && threshold <= 1 && guard >= 0 && guard <= 1)) {
      throw new IllegalArgumentException(
          "the threshold (%s) must be from 0.9 to 1, and the guard (%s) from 0 to 1"
              .formatted(threshold, guard));
    }
  }

  /** Returns the salt for the keys of documents of a dump, for {@link TextSigner#sign}. */
  public long salt(String dump) {
    if (scope == NearDedupScope.OUTPUT) {
      return 0;
    }
    byte[] name = dump.getBytes(UTF_8);
    return XxHash64.hash(name, 0, name.length, 0);
  }

  /** Returns how much of a document a kept document contains. */
  public Containment compare(Fingerprint document, Fingerprint kept) {
    return document.in(kept, threshold);
  }
}
