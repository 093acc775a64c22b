/** What the topology has counted, for display. Starts nothing and asks no broker. */
package dev.sluice.streams.gauge;
