/**
 * Divides the memory of a process between its parts, and the disk between topics, and checks that
 * they suffice. All results are computed from the configuration and the size of the output's
 * history.
 */
package dev.sluice.app.memory;
