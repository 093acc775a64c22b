/**
 * Applies operators to the documents of files. It writes the remaining documents to files with the
 * names of the input, and counts all rows that were dropped or rejected.
 */
package dev.sluice.jobs.process;
