/** The counters of the topology, for display. The package starts nothing and contacts no broker. */
package dev.sluice.streams.gauge;
