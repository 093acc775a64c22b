/**
 * Reads Parquet files of any schema row by row as records. It also writes them, so that their bytes
 * are a function of format and rows. Does not depend on buckets, topics or directories.
 */
package dev.sluice.storage.table;
