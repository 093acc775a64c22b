/**
 * The list of all operators, and the statistics. Mappers and filters are in the packages that the
 * list refers to.
 */
package dev.sluice.operators.standard;
