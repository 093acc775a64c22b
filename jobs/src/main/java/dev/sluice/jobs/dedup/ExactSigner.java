package dev.sluice.jobs.dedup;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.algorithms.neardup.Signer;
import dev.sluice.core.XxHash64;

/**
 * Signs documents by hashes of the whole text. 48 bits find equal texts, and 95 other bits compare
 * them. A text that is empty after normalisation equals none. Memory: a copy of the longest text.
 */
final class ExactSigner implements Signer {
  private static final long SEED = 0x4578_6163_7454_6578L; // "ExactTex"
  private static final long[] NO_PARITIES = {};

  private final TextNormalisation normalising;
  private byte[] text = {};
  private int offset;
  private int length;
  private byte[] squeezed = new byte[1 << 12];

  ExactSigner(TextNormalisation normalising) {
    this.normalising = normalising;
  }

  /**
   * Returns a fingerprint without sequences. Two such texts are equal if both hashes in their
   * fingerprints are equal.
   */
  @Override
  public Signature sign(byte[] from, int start, int size) {
    text = from;
    offset = start;
    length = size;
    if (normalising == TextNormalisation.WHITESPACE) {
      squeeze();
    }
    if (length == 0) {
      return Signature.NONE;
    }
    long key = XxHash64.hash(text, offset, length, 0) >>> 16;
    long units = XxHash64.hash(text, offset, length, SEED);
    int second = (int) (XxHash64.hash(text, offset, length, ~SEED) >>> 33);
    return new Signature(new long[] {key}, Fingerprint.of(units, second, true, NO_PARITIES));
  }

  private void squeeze() {
    if (squeezed.length < length) {
      squeezed = new byte[length];
    }
    int size = 0;
    boolean blank = false;
    for (int i = offset; i < offset + length; i++) {
      byte next = text[i];
      if (TextUnits.isBlank(next)) {
        blank = size > 0;
      } else {
        if (blank) {
          squeezed[size++] = ' ';
          blank = false;
        }
        squeezed[size++] = next;
      }
    }
    text = squeezed;
    offset = 0;
    length = size;
  }
}
