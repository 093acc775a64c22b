/**
 * Operators over files: what they leave of the documents is written under the names of the input,
 * and everything that did not pass is counted.
 */
package dev.sluice.jobs.process;
