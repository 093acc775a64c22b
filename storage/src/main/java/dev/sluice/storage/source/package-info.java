/**
 * Reads the rows of the main job: id, text (as bytes), score and dump. Files of any schema are read
 * in {@code storage.table}.
 */
package dev.sluice.storage.source;
