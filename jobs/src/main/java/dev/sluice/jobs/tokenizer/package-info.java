/**
 * Trains byte-level BPE tokenizers on the texts of files. This package also writes and reads
 * tokenizers in the formats of other libraries, and encodes documents as token ids. Also counts
 * linguistic words, and creates vocabularies of the most frequent ones.
 */
package dev.sluice.jobs.tokenizer;
