/**
 * What ingest does to forget units: checks the request, writes the forget markers. Deleting files
 * of the output is in the sink and in {@code app.reset}.
 */
package dev.sluice.ingest.reset;
