/** Differences between two sequences. */
package dev.sluice.algorithms.difference;
