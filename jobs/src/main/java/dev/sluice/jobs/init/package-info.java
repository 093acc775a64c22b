/**
 * Guesses a configuration of the main job for given files. It guesses which column holds which
 * field, and which buckets suit the scores.
 */
package dev.sluice.jobs.init;
