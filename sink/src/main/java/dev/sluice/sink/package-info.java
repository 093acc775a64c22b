/**
 * Curated topics to shards. Files and the offsets they were made of are one value, the cut record;
 * everything that is shared between sinks is in files that are created once.
 */
package dev.sluice.sink;
