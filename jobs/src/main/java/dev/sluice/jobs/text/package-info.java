/**
 * What jobs share: reading the texts of many files on all cores, in order; locks, temporary files
 * and directories, disk space, refusals. Whole rows are in {@code jobs.documents}.
 */
package dev.sluice.jobs.text;
