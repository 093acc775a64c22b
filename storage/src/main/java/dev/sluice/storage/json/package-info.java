/**
 * Rows of tables as lines of JSON, and lines of JSON as rows of tables. Knows records and their
 * schemas; no files.
 */
package dev.sluice.storage.json;
