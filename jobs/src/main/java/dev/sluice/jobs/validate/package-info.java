/**
 * Checks an output against its own records. If the source is available, it also compares the output
 * with a plain recomputation. Only reads files, and returns a report without printing. Does not use
 * a broker.
 */
package dev.sluice.jobs.validate;
