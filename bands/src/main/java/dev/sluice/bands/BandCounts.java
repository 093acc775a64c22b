package dev.sluice.bands;

/**
 * What the files of bands hold, for display. A document counts once in each band.
 *
 * @param documents decided
 * @param removed of them
 * @param batches published
 */
public record BandCounts(long documents, long removed, long batches) {
  /** No documents. */
  static final BandCounts NONE = new BandCounts(0, 0, 0);

  BandCounts plus(BandCounts more) {
    return new BandCounts(
        documents + more.documents, removed + more.removed, batches + more.batches);
  }
}
