package dev.sluice.jobs.dedup.method;

import dev.sluice.algorithms.neardup.XxHash64;
import dev.sluice.core.Bytes;
import dev.sluice.operators.shingle.ShingleUnit;
import dev.sluice.operators.shingle.Shingler;
import java.util.Arrays;

/**
 * Signs by hashes of the whole text. A text that is empty after normalisation matches nothing.
 * Memory: a copy of the longest text, and for words 8 bytes each.
 */
final class ExactSigner implements Signer {
  private static final long SEED = 0x4578_6163_7454_6578L; // "ExactTex"

  private final TextNormalisation normalising;
  private final Shingler words = Shingler.of(ShingleUnit.WORDS, 1);
  private byte[] left = new byte[1 << 12];
  private int size;

  ExactSigner(TextNormalisation normalising) {
    this.normalising = normalising;
  }

  @Override
  public int sign(byte[] text, int offset, int length, long[] keys, byte[] signature, int at) {
    return switch (normalising) {
      case NONE -> hash(text, offset, length, keys, signature, at);
      case WHITESPACE -> {
        squeeze(text, offset, length);
        yield hash(left, 0, size, keys, signature, at);
      }
      case WORDS -> {
        size = 0;
        words.shingle(text, offset, length, this::add);
        yield hash(left, 0, size, keys, signature, at);
      }
    };
  }

  private static int hash(
      byte[] text, int offset, int length, long[] keys, byte[] signature, int at) {
    if (length == 0) {
      return 0;
    }
    keys[0] = XxHash64.hash(text, offset, length, 0);
    Bytes.writeLong(signature, at, XxHash64.hash(text, offset, length, SEED));
    Bytes.writeLong(signature, at + Long.BYTES, XxHash64.hash(text, offset, length, ~SEED));
    return 1;
  }

  private void squeeze(byte[] text, int offset, int length) {
    room(length);
    size = 0;
    boolean blank = false;
    for (int i = offset; i < offset + length; i++) {
      byte next = text[i];
      if (TextUnits.isBlank(next)) {
        blank = size > 0;
      } else {
        if (blank) {
          left[size++] = ' ';
          blank = false;
        }
        left[size++] = next;
      }
    }
  }

  private void add(long[] hashes, int count) {
    room(size + count * Long.BYTES);
    for (int i = 0; i < count; i++) {
      Bytes.writeLong(left, size, hashes[i]);
      size += Long.BYTES;
    }
  }

  private void room(int wanted) {
    if (left.length < wanted) {
      left = Arrays.copyOf(left, Math.max(wanted, 2 * left.length));
    }
  }
}
