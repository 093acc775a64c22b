/**
 * The texts of any input, one after the other: Parquet and lines of JSON, from directories, files
 * and globs. What the other jobs read; knows no scores, dumps or ids.
 */
package dev.sluice.storage.text;
