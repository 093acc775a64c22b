/**
 * Trains byte-level BPE tokenizers on the texts of files, writes and reads them as other libraries
 * know them, and turns documents into token ids.
 */
package dev.sluice.jobs.tokenizer;
