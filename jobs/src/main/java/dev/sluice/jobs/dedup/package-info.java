/**
 * Near-duplicates on one machine, between the reading of documents and the writing of those that
 * are kept: band keys and facts are spilled while documents are read ({@link
 * dev.sluice.jobs.dedup.DocumentSpill}); then documents that share a key become pairs, pairs are
 * checked, checked pairs become clusters, and of each cluster one document is kept ({@link
 * dev.sluice.jobs.dedup.DedupStages}). Documents are numbers here, in input order.
 */
package dev.sluice.jobs.dedup;
