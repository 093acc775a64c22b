/**
 * Synthetic documents shaped like FineWeb-Edu, for trying things out. Everything written is a pure
 * function of the arguments; nothing here reads a clock, the machine or the order of a hash map.
 */
package dev.sluice.jobs.generate;
