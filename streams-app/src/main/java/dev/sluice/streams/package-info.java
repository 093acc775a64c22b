/**
 * The topology that curates documents, as a value, and the runner that starts and stops it. The
 * rules themselves are in the core; here records are read, the core is asked, records go on.
 */
package dev.sluice.streams;
