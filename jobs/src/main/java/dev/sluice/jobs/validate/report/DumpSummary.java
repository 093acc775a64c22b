package dev.sluice.jobs.validate.report;

/**
 * What a bucket holds of a dump.
 *
 * @param files of it
 * @param records in them
 * @param bytes of them
 */
public record DumpSummary(long files, long records, long bytes) {
  public DumpSummary plus(DumpSummary other) {
    return new DumpSummary(files + other.files, records + other.records, bytes + other.bytes);
  }
}
