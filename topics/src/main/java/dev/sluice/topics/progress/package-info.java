/**
 * What is known of the units of input, kept in a compacted topic and written in the transactions of
 * the rows it speaks of; and who owns the output.
 */
package dev.sluice.topics.progress;
