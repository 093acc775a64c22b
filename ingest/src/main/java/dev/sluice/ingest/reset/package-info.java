/**
 * The part of ingest in forgetting units: checks the request and writes the forget markers.
 * Deleting files of the output is in the sink and in {@code app.reset}.
 */
package dev.sluice.ingest.reset;
