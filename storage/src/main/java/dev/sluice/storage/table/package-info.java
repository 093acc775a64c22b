/**
 * Parquet files of any schema: read row by row as records, written so that their bytes are a
 * function of format and rows. Knows nothing of buckets, topics or directories.
 */
package dev.sluice.storage.table;
