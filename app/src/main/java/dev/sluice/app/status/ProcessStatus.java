package dev.sluice.app.status;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A process of this machine that works on the output.
 *
 * @param workDirectory that it holds
 * @param pid process id
 * @param cpus number of processors it kept busy during the observation; empty if unknown
 * @param cpuSeconds since its start
 * @param memoryBytes its proportional share of memory (PSS), or its resident set if that is unknown
 */
public record ProcessStatus(
    String workDirectory,
    long pid,
    OptionalDouble cpus,
    OptionalDouble cpuSeconds,
    OptionalLong memoryBytes) {}
