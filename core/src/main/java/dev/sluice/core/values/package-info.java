/**
 * Parses the values that people write in configurations and recipes. These are types with their
 * ranges, sizes, durations, and suggestions for misspelt names.
 */
package dev.sluice.core.values;
