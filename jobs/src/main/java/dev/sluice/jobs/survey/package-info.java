/** Measures the values in the shards of an output, and compares the ids of two outputs. */
package dev.sluice.jobs.survey;
