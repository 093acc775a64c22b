/**
 * Outputs in object stores: a job works in a local directory, whose files are published when all of
 * them are complete.
 */
package dev.sluice.jobs.staged;
