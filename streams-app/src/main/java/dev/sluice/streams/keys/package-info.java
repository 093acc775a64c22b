/** Keys of near-deduplication: from records to blocks of a band. Knows no nodes of the topology. */
package dev.sluice.streams.keys;
