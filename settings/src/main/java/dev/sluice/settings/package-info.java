/**
 * The configuration as records, one for each group of keys, and the problems found in it. The
 * package {@code settings.load} reads the configuration. This package depends neither on Kafka nor
 * on the roles.
 */
package dev.sluice.settings;
