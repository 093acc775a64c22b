/**
 * Near-duplicates. This package has signatures of sets of hashes (MinHash, SimHash), the keys that
 * find similar signatures (bands), and the fingerprints that compare documents. Hashes and numbers
 * in and out: knows no texts, no files, no formats and no engine, so that each part can be run
 * wherever its input is.
 */
package dev.sluice.algorithms.neardup;
