package dev.sluice.sink;

import dev.sluice.storage.output.VersionRecord;
import java.util.SortedMap;

/**
 * The files at the root of an output that describe its data set.
 *
 * @param version version record to keep up to date, without totals
 * @param name name of the data set, for the version record
 * @param attribution text of ATTRIBUTION.md
 * @param program version of this program
 * @param defaults keys of the configuration that describe the data set and do not decide its
 *     content
 */
public record DatasetFiles(
    VersionRecord version,
    String name,
    String attribution,
    String program,
    SortedMap<String, String> defaults) {}
