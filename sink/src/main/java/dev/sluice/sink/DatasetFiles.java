package dev.sluice.sink;

import dev.sluice.storage.output.VersionRecord;

/**
 * The files at the root of an output that describe its data set.
 *
 * @param version version record to keep up to date, without totals
 * @param name name of the data set, for the version record
 * @param attribution text of ATTRIBUTION.md
 */
public record DatasetFiles(VersionRecord version, String name, String attribution) {}
