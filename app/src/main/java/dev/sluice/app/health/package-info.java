/** The health of a process, for orchestrators and load balancers. */
package dev.sluice.app.health;
