/**
 * Reads and checks an output on disk: shards, manifests and records. Does not read the source;
 * {@code jobs.validate.source} does.
 */
package dev.sluice.jobs.validate.output;
