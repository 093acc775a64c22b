package dev.sluice.jobs.sample;

import java.util.List;

/**
 * The record of a complete output file, until all files are complete.
 *
 * @param part its index in the plan
 * @param rows number of rows
 * @param bytes its size
 * @param sampled number of rows of each bucket, in request order
 * @param nulls number of rows whose text is null
 * @param rejected number of selected rows that were rejected
 * @param rejections the first of them
 * @param quarantined files that could not be read to the end
 */
record PartRecord(
    int part,
    long rows,
    long bytes,
    List<Long> sampled,
    long nulls,
    long rejected,
    List<String> rejections,
    List<QuarantinedFile> quarantined) {
  PartRecord {
    sampled = List.copyOf(sampled);
    rejections = List.copyOf(rejections);
    quarantined = List.copyOf(quarantined);
  }
}
