/**
 * Decodes row groups of a unit to encoded records, on several threads, and returns them in order.
 * Knows no producer: sending is in {@code ingest}.
 */
package dev.sluice.ingest.decode;
