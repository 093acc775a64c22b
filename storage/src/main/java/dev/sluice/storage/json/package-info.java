/**
 * JSON: objects cut out of files and scanned into fields without building trees, also from gzip and
 * zstd; lines written; rows of tables as JSON, and objects as rows of tables.
 */
package dev.sluice.storage.json;
