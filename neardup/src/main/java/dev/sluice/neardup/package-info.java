/**
 * Near-duplicates: from signatures of documents, in the order of their source, to the documents
 * that stay, the files that remember them, and the evidence for each removal. Knows neither texts
 * nor Kafka.
 */
package dev.sluice.neardup;
