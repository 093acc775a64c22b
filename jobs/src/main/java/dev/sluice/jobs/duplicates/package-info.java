/** What {@code dedup} found: sizes of clusters, similarities and examples, from its output. */
package dev.sluice.jobs.duplicates;
