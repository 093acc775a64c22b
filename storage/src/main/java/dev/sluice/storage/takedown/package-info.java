/**
 * Take-downs: which rows an output must not have, and whether a row is one of them. This package
 * has the lists of entries, their records, and the comparison of a row with the entries. It does
 * not know who removes rows.
 */
package dev.sluice.storage.takedown;
