/** Pages about jobs on files: what they found and what they were asked for. */
package dev.sluice.app.report.job;
