/**
 * Reads units of Parquet files and publishes their rows as records, in transactions that hold
 * documents and progress. Planning, decoding, watching and resets have packages of their own.
 */
package dev.sluice.ingest;
