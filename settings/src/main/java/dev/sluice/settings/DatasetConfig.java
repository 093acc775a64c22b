package dev.sluice.settings;

import java.util.Optional;

/**
 * The data set and its source.
 *
 * @param name name of the data set
 * @param version version of the data set
 * @param source name or address of the source, if known
 * @param sourceVersion version of the source, if known
 * @param language language of the documents; also the directory of the shards
 * @param license license of the source, if known
 * @param attribution text of ATTRIBUTION.md; if empty, it is made of the fields above
 */
public record DatasetConfig(
    String name,
    String version,
    Optional<String> source,
    Optional<String> sourceVersion,
    String language,
    Optional<String> license,
    Optional<String> attribution) {
  /** The default name of a data set. */
  public static final String DEFAULT_NAME = "fineweb-edu";
}
