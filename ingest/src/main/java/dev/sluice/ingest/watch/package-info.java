/**
 * Watches a growing directory for dumps that have arrived completely. Decides when to plan;
 * planning itself is in {@code ingest.source}.
 */
package dev.sluice.ingest.watch;
