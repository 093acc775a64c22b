/** The health of a process, for whatever restarts it or sends work to it. */
package dev.sluice.app.health;
