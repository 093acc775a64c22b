/**
 * Trains byte-level BPE tokenizers on the texts of files, writes and reads them as other libraries
 * know them, and turns documents into token ids. Also counts words as people see them, and keeps
 * the most frequent as a vocabulary.
 */
package dev.sluice.jobs.tokenizer;
