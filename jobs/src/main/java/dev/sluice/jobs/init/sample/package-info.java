/** Schemas of files and a sample of their rows, by column: what guesses are made from. */
package dev.sluice.jobs.init.sample;
