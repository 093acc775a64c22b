/** How a process is, for whoever restarts it or sends it work: one HTTP port, off by default. */
package dev.sluice.app.health;
