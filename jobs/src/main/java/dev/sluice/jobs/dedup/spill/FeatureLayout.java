package dev.sluice.jobs.dedup.spill;

/**
 * The layout of features on disk: blocks with as many documents as fit into 4 KiB, each after a
 * header of 16 bytes (number of the block, number of documents, CRC-32C of both and of the
 * features). Features are the score, the length and the compact signature.
 *
 * @param signatureBytes size of the compact signature; 0 if pairs are not checked
 */
public record FeatureLayout(int signatureBytes) {
  static final int HEADER_BYTES = 16;
  static final int COUNT_AT = 8;
  static final int CRC_AT = 12;
  static final int LENGTH_AT = 8;
  public static final int SIGNATURE_AT = 16;
  private static final int BLOCK_BYTES = 4096;

  /** Size of a document's features. */
  public int width() {
    return SIGNATURE_AT + signatureBytes;
  }

  /** Number of documents in a block. */
  int documents() {
    return Math.max(1, (BLOCK_BYTES - HEADER_BYTES) / width());
  }

  /** Size of a block. */
  int blockBytes() {
    return HEADER_BYTES + documents() * width();
  }
}
