/** Shows the topology of a configuration. */
package dev.sluice.app.topology;
