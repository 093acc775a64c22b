package dev.sluice.jobs.validate.report;

/**
 * A bucket's content of one dump.
 *
 * @param files number of files
 * @param records number of records
 * @param bytes size of the files
 */
public record DumpSummary(long files, long records, long bytes) {
  public DumpSummary plus(DumpSummary other) {
    return new DumpSummary(files + other.files, records + other.records, bytes + other.bytes);
  }
}
