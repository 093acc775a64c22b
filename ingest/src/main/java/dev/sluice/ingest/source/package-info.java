/**
 * Which input files there are, and which of them are new: scanning and planning units. Reads
 * directories and file metadata, no rows.
 */
package dev.sluice.ingest.source;
