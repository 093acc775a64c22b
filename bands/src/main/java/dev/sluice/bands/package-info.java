/**
 * Band workers: keys of documents to files that say which keys were seen and which documents are
 * removed as near-duplicates.
 *
 * <p>What belongs here needs both the topic of keys and the files. The files alone are in {@code
 * storage.bands}.
 */
package dev.sluice.bands;
