/** Turns texts into keys and fingerprints, by which near-duplicates are found. */
package dev.sluice.operators.neardup;
