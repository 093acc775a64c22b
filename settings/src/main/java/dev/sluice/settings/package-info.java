/**
 * The configuration as records, one for each group of keys. The package also has the problems found
 * in a configuration. The package {@code settings.load} reads the configuration. This package
 * depends neither on Kafka nor on the roles.
 */
package dev.sluice.settings;
