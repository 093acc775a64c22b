/**
 * What an output holds: its manifests, and distributions of the values in its shards. Knows nothing
 * of how they are shown.
 */
package dev.sluice.jobs.survey;
