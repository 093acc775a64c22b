/**
 * Lists the inputs of file jobs (directories, files and globs), and reads the texts in their
 * Parquet and JSON files. Does not depend on scores, dumps or ids.
 */
package dev.sluice.storage.text;
