/**
 * The configuration as records, one for each group of keys, and the problems found in it. Values
 * only: reading them is in {@code app.config.load}, dividing memory in {@code app.memory}.
 */
package dev.sluice.app.config;
