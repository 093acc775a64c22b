/** Counts the words of texts as people see them, and keeps the most frequent. */
package dev.sluice.jobs.vocabulary;
