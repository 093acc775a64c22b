/**
 * Watches a growing directory for dumps that have arrived completely. Decides when to plan; {@code
 * ingest.source} does the planning.
 */
package dev.sluice.ingest.watch;
