package dev.sluice.app.monitor;

/**
 * Figures at one moment. Amounts of work are totals since the start of the process, so that a rate
 * between any two samples of one process is exact, however many samples between them were dropped.
 *
 * @param time milliseconds since 1970
 * @param process number of the process among those of this history, from 0
 * @param readBytes of input
 * @param rows read
 * @param kept documents
 * @param lagTopology rows before the topology; null if unknown
 * @param lagSink rows before the sink; null if unknown
 * @param cpuMillis processor time of the process; null if unknown
 * @param memoryBytes resident memory; null if unknown
 * @param diskFreeBytes the least of the disks written to; null if unknown
 */
record Sample(
    long time,
    int process,
    long readBytes,
    long rows,
    long kept,
    Long lagTopology,
    Long lagSink,
    Long cpuMillis,
    Long memoryBytes,
    Long diskFreeBytes) {}
