package dev.sluice.jobs.duplicates;

import java.util.OptionalDouble;

/**
 * A row of {@code clusters.parquet}.
 *
 * @param id of the document
 * @param cluster number of its survivor
 * @param kept whether it is the survivor
 * @param similarity to the survivor; empty if pairs were not compared
 * @param file of the input, as the report names it
 * @param row in the file, from 0
 */
public record ClusterMemberRow(
    String id, long cluster, boolean kept, OptionalDouble similarity, String file, long row) {}
