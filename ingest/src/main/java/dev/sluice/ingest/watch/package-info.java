/**
 * Following a directory that grows: which dumps have arrived completely. Decides when to plan;
 * planning itself is in {@code ingest.source}.
 */
package dev.sluice.ingest.watch;
