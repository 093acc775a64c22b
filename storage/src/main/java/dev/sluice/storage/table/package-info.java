/**
 * Parquet on disk: sources read row by row without decoding their text, and shards written so that
 * their bytes are a function of format and rows. Knows nothing of buckets, topics or directories.
 */
package dev.sluice.storage.table;
