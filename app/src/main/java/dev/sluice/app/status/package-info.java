/**
 * The status of an output. It says what is sealed, what is being read, how large the backlog of
 * each stage is, and which resources are used. Asks and writes nothing.
 */
package dev.sluice.app.status;
