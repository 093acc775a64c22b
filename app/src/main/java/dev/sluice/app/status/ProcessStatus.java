package dev.sluice.app.status;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A process of this machine that works on the output.
 *
 * @param workDirectory that it has
 * @param pid its number
 * @param cpus processors that it kept busy while it was looked at; empty where that is not told
 * @param cpuSeconds since its start
 * @param memoryBytes its share of the machine's memory (PSS; resident set where that is not told)
 */
public record ProcessStatus(
    String workDirectory,
    long pid,
    OptionalDouble cpus,
    OptionalDouble cpuSeconds,
    OptionalLong memoryBytes) {}
