/**
 * What a process does, as one document: sampled once a second from the gauges of its work, kept in
 * memory for those who look, and in a file of its work directory.
 */
package dev.sluice.app.monitor;
