/**
 * Measures all documents of a data set and reports how the numbers are distributed. Everything that
 * adds up here comes to the same whatever the number of threads: pieces are cut by rows alone and
 * added in their order.
 */
package dev.sluice.jobs.analyze;
