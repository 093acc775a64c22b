/**
 * Pairs to clusters, and which document of each cluster survives. Works on document numbers and
 * pairs; comparing texts is in {@code jobs.dedup.pairs}.
 */
package dev.sluice.jobs.dedup.clusters;
