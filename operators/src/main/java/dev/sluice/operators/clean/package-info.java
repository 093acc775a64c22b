/** Mappers that take out of a text what is no text. */
package dev.sluice.operators.clean;
