/**
 * The configuration: one declared list of keys ({@link dev.sluice.app.config.load.ConfigKeys}) from
 * which parsing, names of environment variables, messages, the reference page and the content
 * configuration follow; layers of settings by precedence; typed, immutable records as the result.
 * Knows the rules of the core, but neither Kafka nor Parquet.
 */
package dev.sluice.app.config.load;
