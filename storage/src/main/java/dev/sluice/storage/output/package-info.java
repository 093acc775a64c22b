/**
 * How an output lies on disk: paths, and the records that say what was written. Pure values and
 * small file operations; knows no broker.
 */
package dev.sluice.storage.output;
