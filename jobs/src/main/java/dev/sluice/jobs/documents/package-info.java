/**
 * Documents of files, piece by piece: whole rows of Parquet or JSON with their texts and fields, so
 * that they can be written again with another text; and texts alone, for jobs that only read them.
 * Knows nothing of what is done with them.
 */
package dev.sluice.jobs.documents;
