/**
 * Checks, findings and statistics of a validation, and how they are printed. Computes no finding
 * itself.
 */
package dev.sluice.jobs.validate.report;
