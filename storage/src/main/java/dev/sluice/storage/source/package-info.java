/**
 * Reads the rows of the main job. A row has an id, a text (as bytes), a score and a dump. Files of
 * any schema are read in {@code storage.table}.
 */
package dev.sluice.storage.source;
