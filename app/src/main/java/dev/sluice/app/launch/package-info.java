/** The options with which the launcher starts the JVM of each command. */
package dev.sluice.app.launch;
