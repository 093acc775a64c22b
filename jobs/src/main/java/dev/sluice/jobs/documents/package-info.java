/**
 * Reads the rows of many files as documents and works on them on all cores; whole rows are at hand,
 * so that they can be written again with another text. Knows nothing of what is done with them.
 */
package dev.sluice.jobs.documents;
