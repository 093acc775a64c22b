/** The counters of the topology, for display. Starts nothing and asks no broker. */
package dev.sluice.streams.gauge;
