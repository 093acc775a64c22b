/**
 * What work in parallel needs: worker threads, results in order, and files that one process locks.
 * Knows nothing of documents.
 */
package dev.sluice.core.work;
