/** Texts in UTF-8 to the hashes of their shingles: sequences of n words or characters. */
package dev.sluice.operators.shingle;
