/**
 * Keys of near-deduplication: from records to blocks of a band, which wait for the commit. Knows no
 * nodes of the topology.
 */
package dev.sluice.streams.keys;
