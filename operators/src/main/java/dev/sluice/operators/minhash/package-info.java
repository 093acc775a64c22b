/** Near-duplicates by MinHash: from a text to the keys of its bands. */
package dev.sluice.operators.minhash;
