/**
 * The common parts of jobs on files. These are reasons for refusing a request, progress, input
 * files with their marks, outputs with locks and reports, parts on several machines with their
 * join, and outputs in object stores. An output in an object store is made in a local directory,
 * and published when it is complete.
 */
package dev.sluice.jobs.text;
