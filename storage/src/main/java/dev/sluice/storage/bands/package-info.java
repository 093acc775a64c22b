/**
 * What near-deduplication knows of an output: immutable files of the keys that were seen and of the
 * rows that are removed, for each unit and band. Band workers write them, sinks read them.
 */
package dev.sluice.storage.bands;
