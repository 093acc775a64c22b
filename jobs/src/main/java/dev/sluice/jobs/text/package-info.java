/**
 * The common parts of jobs on files: why a request is refused, progress, the files of an input and
 * their marks, outputs with their locks and reports, parts on several machines and their join, and
 * outputs in object stores, which are made in a local directory and published when they are
 * complete.
 */
package dev.sluice.jobs.text;
