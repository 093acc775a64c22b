/**
 * Parquet files down to pages: footers, chunk positions, decompression, checks against hostile
 * sizes. Knows neither rows nor records: those are in {@code storage.source} and {@code
 * storage.table}.
 */
package dev.sluice.storage.page;
