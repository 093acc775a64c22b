/**
 * Reads and writes JSON: finds objects in files, also compressed with gzip or zstd, and extracts
 * their fields without building trees; writes lines; and converts between rows of tables and JSON
 * objects.
 */
package dev.sluice.storage.json;
