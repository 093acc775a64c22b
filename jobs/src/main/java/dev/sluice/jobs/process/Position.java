package dev.sluice.jobs.process;

/**
 * A durable position of the work on a file.
 *
 * @param row next row to read
 * @param outputRows rows written to the file
 * @param outputBytes bytes written to the file
 * @param rejectBytes bytes of reject lines, of all files
 * @param traceBytes bytes of examples, of all files
 * @param traced numbers of examples
 * @param counts of the file
 */
record Position(
    long row,
    long outputRows,
    long outputBytes,
    long rejectBytes,
    long traceBytes,
    TraceCounts traced,
    ProcessCounts counts) {

  static Position begin(int traceLimit, int operators) {
    return new Position(0, 0, 0, 0, 0, TraceCounts.none(traceLimit), ProcessCounts.none(operators));
  }

  /** The beginning of the next file. */
  Position nextFile() {
    return new Position(
        0, 0, 0, rejectBytes, traceBytes, traced, ProcessCounts.none(counts.operators().size()));
  }
}
