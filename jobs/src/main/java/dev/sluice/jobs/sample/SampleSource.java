package dev.sluice.jobs.sample;

import java.io.IOException;
import java.util.List;

/** The source of a sample: files or topics. Used by one thread: survey first, then copy. */
public interface SampleSource {
  /**
   * Finds out what is available.
   *
   * @return what determines the output besides the request: an output that was started with other
   *     lines starts over
   * @throws dev.sluice.jobs.text.JobRefusedException with all reasons why the request cannot be met
   */
  List<String> survey() throws IOException, InterruptedException;

  /** Selects rows and adds them to the output, bucket by bucket, in order. */
  Copied copy(SampleOutput output) throws IOException, InterruptedException;

  /**
   * The selected rows.
   *
   * @param rows total number
   * @param buckets the numbers of each bucket, in request order
   * @param quarantined sources that could not be read at all
   */
  record Copied(long rows, List<BucketFigures> buckets, List<QuarantinedFile> quarantined) {
    /** Copies the lists. */
    public Copied {
      buckets = List.copyOf(buckets);
      quarantined = List.copyOf(quarantined);
    }
  }
}
