/** Mappers that convert different forms of a text to one form. */
package dev.sluice.operators.normalise;
