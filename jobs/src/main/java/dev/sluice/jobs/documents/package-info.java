/**
 * Reads the documents of files piece by piece. Jobs that write rows read whole rows of Parquet or
 * JSON; jobs that only read get only the texts. Does not know what jobs do with the documents.
 */
package dev.sluice.jobs.documents;
