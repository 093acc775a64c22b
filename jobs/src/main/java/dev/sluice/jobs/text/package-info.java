/** Reads the texts of many files and works on them on all cores; results come in order. */
package dev.sluice.jobs.text;
