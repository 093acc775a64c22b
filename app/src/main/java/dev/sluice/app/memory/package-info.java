/**
 * Divides the memory of a process between its parts, and the disk between topics. It also checks
 * that both are enough. All results are computed from the configuration and the size of the
 * output's history.
 */
package dev.sluice.app.memory;
