/**
 * Checks an output against its own records and, if the source is available, against a plain
 * recomputation. Only reads files, and returns a report without printing. Does not use a broker.
 */
package dev.sluice.jobs.validate;
