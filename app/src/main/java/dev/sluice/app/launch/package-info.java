/** How the launcher starts the JVM of each command; also used by the program itself. */
package dev.sluice.app.launch;
