/**
 * Guesses a configuration of the main job for files: which columns hold what, and buckets for their
 * scores.
 */
package dev.sluice.jobs.init;
