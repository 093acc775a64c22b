/**
 * Reads units of Parquet files and publishes their rows as records. Each transaction has documents
 * and progress. Planning, decoding, watching and resets are in separate packages.
 */
package dev.sluice.ingest;
