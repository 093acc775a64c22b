/**
 * Finds near-duplicates. From signatures of documents, in the order of their source, this package
 * decides which documents are kept. It writes files with the decisions, and evidence for each
 * removal. Knows neither texts nor Kafka.
 */
package dev.sluice.neardup;
