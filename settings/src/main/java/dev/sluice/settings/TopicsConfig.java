package dev.sluice.settings;

import java.util.Optional;

/**
 * The form of records on the topics.
 *
 * @param text where texts are while documents pass through the topics; see {@link
 *     SluiceConfig#leavesTexts}
 * @param encoding encoding of values that are written; both are read
 * @param registry registry for values in Confluent's wire format; present if that is written
 */
public record TopicsConfig(
    TopicText text, AvroEncoding encoding, Optional<RegistryConfig> registry) {}
