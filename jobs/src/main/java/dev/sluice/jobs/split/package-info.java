/**
 * Splits a data set into parts of limited size. Handles files, lines and row groups without
 * interpreting their content.
 */
package dev.sluice.jobs.split;
