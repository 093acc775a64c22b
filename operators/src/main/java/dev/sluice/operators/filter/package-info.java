/** Filters, which keep a document or drop it for a named reason with the measured value. */
package dev.sluice.operators.filter;
