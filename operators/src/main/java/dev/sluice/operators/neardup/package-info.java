/** Near-duplicates: from a text to its keys and its fingerprint. */
package dev.sluice.operators.neardup;
