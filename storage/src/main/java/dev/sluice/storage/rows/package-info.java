/**
 * What files of all formats have in common: rows in order, read and written, and the fields and
 * faults of a row.
 */
package dev.sluice.storage.rows;
