/**
 * Defines the layout of an output. This package has the paths, and the records that describe what
 * was written. Contains only values and small file operations, and does not depend on a broker.
 */
package dev.sluice.storage.output;
