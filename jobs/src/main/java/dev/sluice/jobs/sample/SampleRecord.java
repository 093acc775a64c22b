package dev.sluice.jobs.sample;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The record of a sample, {@code _sluice/sample.json} in its output.
 *
 * @param request everything that determines the rows, as lines
 * @param plan hash of what else determines the files: the sources and options
 * @param finished always true, because the record is written when the sample is complete
 * @param files the files of the output, in order
 * @param rows number of rows in all files
 * @param warnings about buckets with fewer rows than requested
 * @param quarantined input files that could not be read to the end
 * @param rejected number of selected rows that were rejected
 * @param rejections the first rejected rows, with reasons
 * @param nulls number of rows whose text is null
 */
public record SampleRecord(
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
  /** Copies the lists. */
  public SampleRecord {
    request = List.copyOf(request);
    Objects.requireNonNull(plan, "plan");
    files = List.copyOf(files);
    warnings = List.copyOf(warnings);
    quarantined = List.copyOf(quarantined);
    rejections = List.copyOf(rejections);
  }

  /** A file of the output. */
  public record OutputFile(String name, long rows, long bytes) {
    /** Requires the name. */
    public OutputFile {
      Objects.requireNonNull(name, "name");
    }
  }

  /**
   * A file that could not be read completely.
   *
   * @param path the path of the file
   * @param reason the reason
   * @param rowsLost number of selected rows missing from the output
   */
  public record QuarantinedFile(String path, String reason, long rowsLost) {
    /** Requires both strings. */
    public QuarantinedFile {
      Objects.requireNonNull(path, "path");
      Objects.requireNonNull(reason, "reason");
    }

    /**
     * Merges all entries of each file into one. The merged entry has the file's first reason and
     * the sum of the lost rows.
     */
    static List<QuarantinedFile> merge(Collection<QuarantinedFile> files) {
      Map<String, QuarantinedFile> merged = new LinkedHashMap<>();
      for (QuarantinedFile file : files) {
        merged.merge(
            file.path(),
            file,
            (first, next) ->
                new QuarantinedFile(
                    first.path(), first.reason(), first.rowsLost() + next.rowsLost()));
      }
      return List.copyOf(merged.values());
    }
  }
}
