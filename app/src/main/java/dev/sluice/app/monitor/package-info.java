/**
 * The run document of a process, which is sampled once a second from the gauges of its work, and
 * kept in memory and in a file in its work directory.
 */
package dev.sluice.app.monitor;
