/** Filters keep a document or drop it. A drop has a named reason and the measured value. */
package dev.sluice.operators.filter;
