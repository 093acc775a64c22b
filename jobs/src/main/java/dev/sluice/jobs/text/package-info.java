/**
 * The common parts of jobs on files: reasons for refusing a request, progress, input files with
 * their marks, outputs with locks and reports, parts on several machines with their join, and
 * outputs in object stores, which are made in a local directory and published when they are
 * complete.
 */
package dev.sluice.jobs.text;
