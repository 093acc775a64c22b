package dev.sluice.jobs.sample;

import java.util.List;

/**
 * What an output directory says of itself, in {@code _sluice/sample.json}.
 *
 * @param request what decides the rows, a line each
 * @param plan hash of what decides the files besides: sources and options
 * @param finished whether all is there
 * @param files of the output when it is finished, in order
 * @param rows in them
 * @param warnings buckets with fewer rows than were asked for
 * @param quarantined files of the input that could not be read, or not to their ends
 * @param rejected chosen rows that were left out one by one
 * @param rejections the first of them
 * @param nulls rows whose text is null
 */
record SampleRecord(
    List<String> request,
    String plan,
    boolean finished,
    List<OutputFile> files,
    long rows,
    List<String> warnings,
    List<QuarantinedFile> quarantined,
    long rejected,
    List<String> rejections,
    long nulls) {

  /** A file of the output. */
  record OutputFile(String name, long rows, long bytes) {}

  static SampleRecord begun(List<String> request, String plan) {
    return new SampleRecord(
        request, plan, false, List.of(), 0, List.of(), List.of(), 0, List.of(), 0);
  }
}
