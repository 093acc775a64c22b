/**
 * Partitions of a shuffle on disk: appended while rows are scattered, read back to be sorted. Bytes
 * of rows with their keys; knows no input or output format.
 */
package dev.sluice.jobs.shuffle.partition;
