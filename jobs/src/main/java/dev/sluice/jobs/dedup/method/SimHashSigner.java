package dev.sluice.jobs.dedup.method;

import dev.sluice.algorithms.neardup.HammingBlocks;
import dev.sluice.algorithms.neardup.SimHash;
import dev.sluice.core.Bytes;
import dev.sluice.operators.shingle.Shingler;
import java.util.OptionalLong;

/** Signs by SimHash. A text shorter than a feature has one feature, of all its units. */
final class SimHashSigner implements Signer {
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
  private static final long FACTOR = 0xBF58_476D_1CE4_E5B9L;

  private final HammingBlocks blocks;
  private final Shingler shingler;
  private final SimHash hash = new SimHash();

  SimHashSigner(SimHashMethod method) {
    this.blocks = method.blocks();
    this.shingler = Shingler.of(method.unit(), method.length());
  }

  @Override
  public int sign(byte[] text, int offset, int length, long[] keys, byte[] signature, int at) {
    hash.clear();
    shingler.shingle(text, offset, length, hash);
    shingler.shortText().ifPresent(hash::add);
    OptionalLong fingerprint = hash.fingerprint();
    if (fingerprint.isEmpty()) {
      return 0;
    }
    Bytes.writeLong(signature, at, fingerprint.getAsLong());
    for (int table = 0; table < blocks.tables(); table++) {
      long key = blocks.prefix(table, blocks.key(table, fingerprint.getAsLong()));
      keys[table] = mix(key ^ (table + 1) * GOLDEN);
    }
    return blocks.tables();
  }

  /** Keys are partitioned by their upper bits, which must be uniform. */
  private static long mix(long value) {
    long mixed = (value ^ value >>> 32) * FACTOR;
    mixed = (mixed ^ mixed >>> 29) * GOLDEN;
    return mixed ^ mixed >>> 32;
  }
}
