/**
 * How the memory of a process is divided between its parts, and whether it is enough. Arithmetic on
 * the configuration alone: nothing here measures or allocates.
 */
package dev.sluice.app.memory;
