package dev.sluice.cli.config;

import java.util.Objects;
import java.util.Optional;

/**
 * What the result is and where it comes from.
 *
 * @param name of the result
 * @param version of the result
 * @param source name of the source
 * @param sourceVersion version of the source
 * @param language directory of the shards in the output
 * @param license of the source
 * @param attribution text for ATTRIBUTION.md; empty: what the licence asks for
 */
public record DatasetConfig(
    String name,
    String version,
    String source,
    String sourceVersion,
    String language,
    String license,
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
