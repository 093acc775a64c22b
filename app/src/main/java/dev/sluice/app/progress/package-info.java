/**
 * Progress on stderr: redrawn on a terminal, as plain lines elsewhere. Shows what it is given; what
 * to show is decided by the commands and roles.
 */
package dev.sluice.app.progress;
