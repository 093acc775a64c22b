package dev.sluice.jobs.sample;

/**
 * Why a request cannot be met.
 *
 * @param subject the key or option it is about
 * @param message what was found, what is allowed, and the way out
 */
public record SampleProblem(String subject, String message) {}
