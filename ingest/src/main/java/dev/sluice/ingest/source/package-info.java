/**
 * Scans inputs for files and plans units of the new ones. Reads directories and file metadata, no
 * rows.
 */
package dev.sluice.ingest.source;
