/** What is known of removed near-duplicates: counts and examples. */
package dev.sluice.jobs.duplicates;
