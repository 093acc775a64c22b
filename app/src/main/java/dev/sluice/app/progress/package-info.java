/**
 * Shows progress on stderr, redrawn on a terminal and as plain lines elsewhere. The commands and
 * roles decide what to show.
 */
package dev.sluice.app.progress;
