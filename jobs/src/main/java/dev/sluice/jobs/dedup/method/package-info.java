/**
 * The methods of near-duplicate removal: how a text becomes keys and a signature. One class per
 * method and its signer. No files.
 */
package dev.sluice.jobs.dedup.method;
