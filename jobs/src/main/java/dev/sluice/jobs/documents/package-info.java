/**
 * Reads the documents of files piece by piece: either whole rows of Parquet or JSON, so that a job
 * can write them with changed texts, or only the texts, for jobs that only read. Does not know what
 * jobs do with the documents.
 */
package dev.sluice.jobs.documents;
