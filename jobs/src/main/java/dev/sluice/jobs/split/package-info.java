/**
 * Cuts a data set into parts of bounded size. Knows files, lines and row groups, but not their
 * content.
 */
package dev.sluice.jobs.split;
