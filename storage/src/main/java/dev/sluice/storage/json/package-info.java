/**
 * Reads and writes JSON. This package finds objects in files, which may be compressed with gzip or
 * zstd, and extracts their fields without building trees. It also writes lines, and converts
 * between rows of tables and JSON objects.
 */
package dev.sluice.storage.json;
