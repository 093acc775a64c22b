/**
 * Stages of a dedup run: its directory, its checkpoint, its memory, what the first reading leaves.
 * What each later stage computes is in {@code pairs} and {@code clusters}.
 */
package dev.sluice.jobs.dedup.stage;
