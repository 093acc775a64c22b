/**
 * The run document of a process: sampled once a second from the gauges of its work, and kept in
 * memory and in a file of its work directory.
 */
package dev.sluice.app.monitor;
