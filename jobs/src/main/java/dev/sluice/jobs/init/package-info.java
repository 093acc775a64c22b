/**
 * Looks at files and writes a configuration of the main job for them: which columns hold what, and
 * buckets for their scores. Reads a bounded number of schemas and rows.
 */
package dev.sluice.jobs.init;
