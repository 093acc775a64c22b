/**
 * Decodes row groups of a unit to encoded records. It uses several threads and returns the records
 * in order. Knows nothing of producers, because records are sent in {@code ingest}.
 */
package dev.sluice.ingest.decode;
