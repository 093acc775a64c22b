package dev.sluice.jobs.text;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The outcome of a job.
 *
 * @param report the report as written to the output
 * @param finishedBefore whether an earlier invocation had written the report
 */
public record JobOutcome(JsonNode report, boolean finishedBefore) {}
