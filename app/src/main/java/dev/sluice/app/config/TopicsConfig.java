package dev.sluice.app.config;

import java.util.Objects;
import java.util.Optional;

/**
 * The form of records on the topics.
 *
 * @param encoding of the values that are written
 * @param registry that knows of values in Confluent's wire format; there is one where that is
 *     written
 */
public record TopicsConfig(AvroEncoding encoding, Optional<RegistryConfig> registry) {
  /** Checks that everything is there. */
  public TopicsConfig {
    Objects.requireNonNull(encoding, "encoding");
    Objects.requireNonNull(registry, "registry");
  }
}
