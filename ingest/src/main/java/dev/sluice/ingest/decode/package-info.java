/**
 * Decodes row groups of a unit to encoded records, on several threads, and returns them in order.
 * Knows nothing of producers, because records are sent in {@code ingest}.
 */
package dev.sluice.ingest.decode;
