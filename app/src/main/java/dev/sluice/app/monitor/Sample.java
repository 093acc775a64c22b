package dev.sluice.app.monitor;

/**
 * Figures at one moment. Amounts of work are totals since the start of the process, so that a rate
 * between any two samples of one process is exact, however many samples between them were dropped.
 * A component that is null is unknown.
 *
 * @param time milliseconds since 1970
 * @param process number of the process among those of this history, from 0
 * @param readBytes of input
 * @param rows read
 * @param kept documents
 * @param lagTopology rows before the topology
 * @param lagSink rows before the sink
 * @param cpuMillis processor time of the process
 * @param memoryBytes resident memory
 * @param diskFreeBytes the least of the disks written to
 */
record Sample(
    long time,
    int process,
    Long readBytes,
    Long rows,
    Long kept,
    Long lagTopology,
    Long lagSink,
    Long cpuMillis,
    Long memoryBytes,
    Long diskFreeBytes) {}
