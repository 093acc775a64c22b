/** What is known of removed near-duplicates: counts, examples, copies of a document. */
package dev.sluice.jobs.duplicates;
