package dev.sluice.jobs.analyze;

/**
 * A rule by which documents would be dropped.
 *
 * @param key by which it is counted
 * @param filter that has it
 * @param reason that it gives
 * @param rule for the user
 */
record DropRule(String key, String filter, String reason, String rule) {}
