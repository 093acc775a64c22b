package dev.sluice.app.config;

import java.util.Objects;
import java.util.Optional;

/**
 * What the result is and where it comes from.
 *
 * @param name of the result
 * @param version of the result
 * @param source name or address of the source; empty: unknown
 * @param sourceVersion version of the source; empty: unknown
 * @param language directory of the shards in the output
 * @param license of the source; empty: unknown
 * @param attribution text for ATTRIBUTION.md; empty: made of what is known of the source
 */
public record DatasetConfig(
    String name,
    String version,
    Optional<String> source,
    Optional<String> sourceVersion,
    String language,
    Optional<String> license,
    Optional<String> attribution) {
  /** Checks that everything is there. */
  public DatasetConfig {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(sourceVersion, "sourceVersion");
    Objects.requireNonNull(language, "language");
    Objects.requireNonNull(license, "license");
    Objects.requireNonNull(attribution, "attribution");
  }
}
