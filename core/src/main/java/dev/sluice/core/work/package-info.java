/**
 * Tools for parallel work: worker threads, results in order, locked files, and a check of the
 * clock. Knows nothing of documents.
 */
package dev.sluice.core.work;
