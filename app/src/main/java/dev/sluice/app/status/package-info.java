/**
 * How far an output is: what is sealed, what is being read, what waits between the stages, and what
 * that takes. Asks and writes nothing.
 */
package dev.sluice.app.status;
