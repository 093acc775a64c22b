/**
 * Forgets units: checks the request and writes the forget records. Deleting files of the output is
 * in the sink and in {@code app.reset}.
 */
package dev.sluice.ingest.reset;
