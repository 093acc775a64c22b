/**
 * Checks an output against its own records and, if the source is available, against a plain
 * recomputation. Reads only; returns a report and prints nothing. Knows no broker.
 */
package dev.sluice.jobs.validate;
