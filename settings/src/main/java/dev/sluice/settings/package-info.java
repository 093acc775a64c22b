/**
 * The configuration as records, one for each group of keys, and the problems found in it. The
 * package {@code settings.load} reads it. Knows neither Kafka nor the roles' code.
 */
package dev.sluice.settings;
