/**
 * Reads and writes rows in order, and reads the fields and problems of a row, in the same way for
 * files of all formats.
 */
package dev.sluice.storage.rows;
