package dev.sluice.jobs.sample;

import java.io.IOException;
import java.util.List;

/**
 * Where rows are sampled from: files, or topics. Used by one thread: first surveyed, then copied.
 */
public interface SampleSource {
  /**
   * Finds out what there is.
   *
   * @return what decides the output besides the request: an output that was started with other
   *     lines is begun anew
   * @throws SampleRefusedException with every reason why the request cannot be met
   */
  List<String> survey() throws IOException, InterruptedException;

  /** Chooses rows, and hands those chosen to the output, bucket by bucket, in order. */
  Copied copy(SampleOutput output) throws IOException, InterruptedException;

  /**
   * What was handed over.
   *
   * @param rows all chosen rows
   * @param buckets what was found of each, in the order of the request
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
