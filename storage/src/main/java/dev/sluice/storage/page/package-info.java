/**
 * Reads Parquet files down to their pages. This package has footers, chunk positions,
 * decompression, and checks against hostile sizes. Rows and records are read in {@code
 * storage.source} and {@code storage.table}.
 */
package dev.sluice.storage.page;
