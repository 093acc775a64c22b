/** Mappers that bring different forms of the same text together. */
package dev.sluice.operators.normalise;
