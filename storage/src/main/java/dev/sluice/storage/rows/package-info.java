/**
 * Reads and writes rows in order, and reads the fields and problems of a row. Files of all formats
 * are handled in the same way.
 */
package dev.sluice.storage.rows;
