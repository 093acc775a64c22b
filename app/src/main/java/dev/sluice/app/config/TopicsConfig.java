package dev.sluice.app.config;

import java.util.Optional;

/**
 * The encoding of records on the topics.
 *
 * @param encoding encoding of values that are written; both are read
 * @param registry registry for values in Confluent's wire format; present if that is written
 */
public record TopicsConfig(AvroEncoding encoding, Optional<RegistryConfig> registry) {}
