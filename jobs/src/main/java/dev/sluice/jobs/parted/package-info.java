/**
 * Jobs in parts: the files of an input are shared out by a pure function, each part runs by itself,
 * on any machine, and a join checks that all of them are there before it writes the summary.
 */
package dev.sluice.jobs.parted;
