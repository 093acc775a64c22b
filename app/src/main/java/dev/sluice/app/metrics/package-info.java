/**
 * Metrics for Prometheus, which a process reports on {@code /metrics}. They come from the run
 * document, from the MBeans that Kafka's clients register by themselves, and from the JVM. The
 * metrics library is not loaded before the first scrape.
 */
package dev.sluice.app.metrics;
