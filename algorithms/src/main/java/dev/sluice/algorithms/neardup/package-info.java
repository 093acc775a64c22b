/**
 * Near-duplicates: signatures of sets of hashes (MinHash, SimHash), which of them are compared
 * (bands, blocks), what belongs together (components) and what is kept of it. Hashes and numbers in
 * and out: knows no texts, no files, no formats and no engine, so that each part can be run
 * wherever its input is.
 */
package dev.sluice.algorithms.neardup;
