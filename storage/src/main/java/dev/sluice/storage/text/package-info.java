/**
 * Inputs of file jobs: directories, files and globs, and the texts in their Parquet and JSON files.
 * Knows no scores, dumps or ids.
 */
package dev.sluice.storage.text;
