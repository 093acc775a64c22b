/**
 * Measures all documents of a data set and reports how the numbers are distributed. Sums do not
 * depend on the number of threads, because the boundaries of pieces depend only on the rows, and
 * pieces are added in order.
 */
package dev.sluice.jobs.analyze;
