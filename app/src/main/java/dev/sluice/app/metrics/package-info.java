/**
 * Metrics for Prometheus: what a process reports on {@code /metrics}. Reads the run document, the
 * MBeans that Kafka's clients register by themselves, and the JVM. Nothing of the metrics library
 * is loaded before the first scrape.
 */
package dev.sluice.app.metrics;
