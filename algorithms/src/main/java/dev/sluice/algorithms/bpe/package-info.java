/**
 * Byte-level byte pair encoding. This package splits text into words, counts words in bounded
 * memory, learns merges from the counts, encodes and decodes. Uses the JDK only; the only I/O is to
 * spill files in a given directory. Independent of file formats: texts are valid UTF-8 in byte
 * arrays.
 */
package dev.sluice.algorithms.bpe;
