/**
 * The configuration as records, one for each group of keys, and the problems found in it. The
 * package {@code app.config.load} reads it, {@code app.memory} divides the memory.
 */
package dev.sluice.app.config;
