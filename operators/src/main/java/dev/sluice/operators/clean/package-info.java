/** Mappers that delete markup, addresses and other noise from a text. */
package dev.sluice.operators.clean;
