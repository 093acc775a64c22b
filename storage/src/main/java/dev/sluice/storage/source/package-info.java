/**
 * Rows of the main job read from Parquet: id, text, score and dump, text as bytes. Files of any
 * schema are in {@code storage.table}.
 */
package dev.sluice.storage.source;
