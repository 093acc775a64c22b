/**
 * Forgets units. This package checks the request and writes the forget records. The sink and {@code
 * app.reset} delete the files of the output.
 */
package dev.sluice.ingest.reset;
