/**
 * Removes near-duplicates from files. A first reading signs documents, the matcher decides them in
 * order of their ranks, and a second reading writes the documents that stay.
 */
package dev.sluice.jobs.dedup;
