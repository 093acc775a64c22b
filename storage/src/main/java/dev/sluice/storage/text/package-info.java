/**
 * Lists the inputs of file jobs and reads the texts in their Parquet and JSON files. An input is a
 * directory, a file or a glob. Does not depend on scores, dumps or ids.
 */
package dev.sluice.storage.text;
