/**
 * Contains the list of all operators, and the statistics. Mappers and filters are in the packages
 * to which the list refers.
 */
package dev.sluice.operators.standard;
