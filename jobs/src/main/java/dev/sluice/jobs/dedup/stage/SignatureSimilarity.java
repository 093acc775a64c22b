package dev.sluice.jobs.dedup.stage;

/** How similar two documents are by their compact signatures. Thread-safe. */
@FunctionalInterface
public interface SignatureSimilarity {
  /**
   * The similarity, 0 to 1; the same for both orders.
   *
   * @param one holds a signature from {@code at} on
   * @param other holds one from {@code otherAt} on, may be the same array
   */
  double of(byte[] one, int at, byte[] other, int otherAt);
}
