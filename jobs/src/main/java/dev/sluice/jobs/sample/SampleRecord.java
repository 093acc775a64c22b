package dev.sluice.jobs.sample;

import java.util.List;
import java.util.Objects;

/**
 * An output directory's record of its sample, in {@code _sluice/sample.json}.
 *
 * @param request what determines the rows, one line each
 * @param plan hash of what determines the files besides: sources and options
 * @param finished true: written when the sample is complete
 * @param files of a finished output, in order
 * @param rows number of rows in them
 * @param warnings about buckets with fewer rows than requested
 * @param quarantined input files that could not be read, or not to the end
 * @param rejected number of selected rows that were rejected
 * @param rejections the first of them
 * @param nulls number of rows whose text is null
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
  SampleRecord {
    request = List.copyOf(request);
    Objects.requireNonNull(plan, "plan");
    files = List.copyOf(files);
    warnings = List.copyOf(warnings);
    quarantined = List.copyOf(quarantined);
    rejections = List.copyOf(rejections);
  }

  /** An output file. */
  record OutputFile(String name, long rows, long bytes) {
    OutputFile {
      Objects.requireNonNull(name, "name");
    }
  }
}
