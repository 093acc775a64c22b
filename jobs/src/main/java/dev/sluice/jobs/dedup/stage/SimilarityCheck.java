package dev.sluice.jobs.dedup.stage;

/**
 * When a candidate counts.
 *
 * @param similarity of two documents
 * @param threshold the least that counts
 */
public record SimilarityCheck(SignatureSimilarity similarity, double threshold) {}
