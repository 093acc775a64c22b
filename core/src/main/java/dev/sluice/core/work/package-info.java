/**
 * Tools for parallel work: worker threads, results in order, locked files, and a check of the
 * clock. This package knows nothing about documents.
 */
package dev.sluice.core.work;
