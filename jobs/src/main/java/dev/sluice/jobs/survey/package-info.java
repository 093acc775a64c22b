/** Values in the shards of an output, and ids that differ between two outputs. */
package dev.sluice.jobs.survey;
