/**
 * The status of an output: what is sealed, what is being read, the backlog of each stage, and
 * resource usage. Asks and writes nothing.
 */
package dev.sluice.app.status;
