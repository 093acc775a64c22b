package dev.sluice.jobs.process;

/**
 * How far the work on a file is, all of which is certain.
 *
 * @param row the next one to be read
 * @param outputRows written of the file
 * @param outputBytes of the file
 * @param rejectBytes of the lines about rejected rows, of all files
 * @param traceBytes of the examples, of all files
 * @param traced the examples
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

  /** The beginning of the file behind. */
  Position nextFile() {
    return new Position(
        0, 0, 0, rejectBytes, traceBytes, traced, ProcessCounts.none(counts.operators().size()));
  }
}
