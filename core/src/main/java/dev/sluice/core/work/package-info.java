/**
 * What work in parallel needs: worker threads, results in order, files that one process locks, and
 * a clock that is not moved back. Knows nothing of documents.
 */
package dev.sluice.core.work;
