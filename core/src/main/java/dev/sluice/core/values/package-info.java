/**
 * What people write in configurations and recipes, as values: types with their ranges, sizes,
 * durations, and what a misspelt name was meant to be.
 */
package dev.sluice.core.values;
