package dev.sluice.jobs.dedup.spill;

/**
 * The features of documents as they are on disk: blocks of as many documents as go into 4 KiB, each
 * behind a header of 16 bytes (number of the block, how many documents, CRC-32C of both and of the
 * features). Features are the score, the length and the compact signature.
 *
 * @param signatureBytes of the compact signature, 0 where pairs are not checked
 */
public record FeatureLayout(int signatureBytes) {
  static final int HEADER_BYTES = 16;
  static final int COUNT_AT = 8;
  static final int CRC_AT = 12;
  static final int LENGTH_AT = 8;
  public static final int SIGNATURE_AT = 16;
  private static final int BLOCK_BYTES = 4096;

  /** The bytes of a document. */
  public int width() {
    return SIGNATURE_AT + signatureBytes;
  }

  /** The documents in a block. */
  int documents() {
    return Math.max(1, (BLOCK_BYTES - HEADER_BYTES) / width());
  }

  /** The bytes of a block. */
  int blockBytes() {
    return HEADER_BYTES + documents() * width();
  }
}
