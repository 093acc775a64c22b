/**
 * The checks, findings and statistics of a validation, and their formatting. Does not compute any
 * findings.
 */
package dev.sluice.jobs.validate.report;
