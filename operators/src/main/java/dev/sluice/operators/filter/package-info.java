/** Filters: what keeps a document, or drops it for a named reason with the measured value. */
package dev.sluice.operators.filter;
