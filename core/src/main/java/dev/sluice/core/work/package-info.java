/**
 * Tools for parallel work: worker threads, results in order, locked files, and a check of the
 * clock. This package does not know documents.
 */
package dev.sluice.core.work;
