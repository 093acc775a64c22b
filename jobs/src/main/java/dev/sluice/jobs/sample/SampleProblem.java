package dev.sluice.jobs.sample;

/**
 * Why a request cannot be met.
 *
 * @param subject the key or option concerned
 * @param message what was found, what is allowed, and what to do
 */
public record SampleProblem(String subject, String message) {}
