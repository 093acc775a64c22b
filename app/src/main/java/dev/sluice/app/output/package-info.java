/**
 * What a process needs to work on an output: owner file, work directory, locks, and disk space. The
 * package starts no role and contacts no broker.
 */
package dev.sluice.app.output;
