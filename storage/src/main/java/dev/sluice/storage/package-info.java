/** What reading sources and writing outputs share: I/O errors, retries, hashes of files. */
package dev.sluice.storage;
