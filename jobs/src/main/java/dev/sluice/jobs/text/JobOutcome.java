package dev.sluice.jobs.text;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The outcome of a job.
 *
 * @param report as in the output
 * @param finishedBefore whether an earlier invocation had written it
 */
public record JobOutcome(JsonNode report, boolean finishedBefore) {}
