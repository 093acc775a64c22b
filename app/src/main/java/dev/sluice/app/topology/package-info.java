/** The topology of a configuration, for people. */
package dev.sluice.app.topology;
