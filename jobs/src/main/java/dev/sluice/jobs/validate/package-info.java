/**
 * Checks an output against its own records and, where the source is at hand, against a plain
 * recomputation. Reads only; returns a report and prints nothing. Knows no broker.
 */
package dev.sluice.jobs.validate;
