/**
 * Code that is shared by reading sources and writing outputs: I/O errors, retries and hashes of
 * files.
 */
package dev.sluice.storage;
