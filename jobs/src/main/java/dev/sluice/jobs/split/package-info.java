/**
 * Cuts a data set into parts of bounded size. Knows files, lines and row groups, and not what
 * stands in them.
 */
package dev.sluice.jobs.split;
