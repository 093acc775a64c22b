/** How a process is, for whoever restarts it or sends it work. */
package dev.sluice.app.health;
