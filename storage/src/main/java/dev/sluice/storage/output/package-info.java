/**
 * How an output lies on disk: paths, the records that say what was written, and how a file gets its
 * final name. Pure values and small file operations; knows no broker.
 */
package dev.sluice.storage.output;
