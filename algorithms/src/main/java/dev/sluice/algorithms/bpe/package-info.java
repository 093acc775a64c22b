/**
 * Byte-level byte pair encoding: cutting text into words, counting them in bounded memory, learning
 * merges from the counts, encoding and decoding. JDK only; the only I/O are spill files in a
 * directory that is handed in. Knows nothing of file formats: texts are valid UTF-8 in byte arrays.
 */
package dev.sluice.algorithms.bpe;
