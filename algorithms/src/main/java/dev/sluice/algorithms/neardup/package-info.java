/**
 * Near-duplicates: signatures of sets of hashes (MinHash, SimHash), keys by which similar ones are
 * found (bands), and fingerprints by which they are compared. Hashes and numbers in and out: knows
 * no texts, no files, no formats and no engine, so that each part can be run wherever its input is.
 */
package dev.sluice.algorithms.neardup;
