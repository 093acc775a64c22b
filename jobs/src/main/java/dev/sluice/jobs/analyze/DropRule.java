package dev.sluice.jobs.analyze;

/**
 * A rule that would drop documents.
 *
 * @param key name of its counter
 * @param filter that it belongs to
 * @param reason that the filter reports
 * @param rule as text for the user
 */
record DropRule(String key, String filter, String reason, String rule) {}
