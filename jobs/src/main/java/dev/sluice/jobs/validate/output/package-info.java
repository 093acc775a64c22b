/**
 * An output as it lies on disk: shards, manifests, records, and the checks on them. Does not read
 * the source: that is {@code jobs.validate.source}.
 */
package dev.sluice.jobs.validate.output;
