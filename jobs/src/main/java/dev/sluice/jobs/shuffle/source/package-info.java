/**
 * Inputs of a shuffle as rows in a fixed order: plan, readers, retries. Hands rows over; where they
 * go is in {@code jobs.shuffle.partition}.
 */
package dev.sluice.jobs.shuffle.source;
