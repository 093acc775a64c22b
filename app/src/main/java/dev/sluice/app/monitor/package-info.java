/**
 * The run document of a process. It is sampled once a second from the gauges of the process's work.
 * It is kept in memory and in a file in the work directory.
 */
package dev.sluice.app.monitor;
