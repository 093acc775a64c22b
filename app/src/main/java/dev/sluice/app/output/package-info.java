/**
 * What a process needs to work on an output: owner file, work directory, locks, disk space. Nothing
 * here starts a role or asks a broker.
 */
package dev.sluice.app.output;
