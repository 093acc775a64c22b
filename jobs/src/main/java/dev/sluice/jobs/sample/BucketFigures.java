package dev.sluice.jobs.sample;

import java.util.Locale;
import java.util.Optional;

/**
 * The numbers of a bucket.
 *
 * @param part which bucket
 * @param ids the effective rule
 * @param available number of rows that it has
 * @param sampled number of its rows in the output
 */
record BucketFigures(SampleRequest.Part part, IdRule ids, long available, long sampled) {
  static BucketFigures of(BucketSource bucket, long sampled) {
    return new BucketFigures(bucket.part(), bucket.ids(), bucket.rows(), sampled);
  }

  /** The warning if fewer rows were sampled than requested. */
  Optional<String> warning() {
    int count = part.bucket().count();
    if (sampled == count) {
      return Optional.empty();
    }
    String why =
        available < count
            ? String.format(Locale.ROOT, "it has %,d that can be read", available)
            : "the others were rejected or are in quarantined files";
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s: %,d rows were requested and %,d sampled: %s",
            part.bucket().key(),
            count,
            sampled,
            why));
  }
}
