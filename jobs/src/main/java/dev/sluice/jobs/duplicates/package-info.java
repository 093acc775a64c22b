/** Counts and examples of removed near-duplicates, from their evidence. */
package dev.sluice.jobs.duplicates;
