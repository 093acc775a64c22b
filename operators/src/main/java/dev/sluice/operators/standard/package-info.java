/** Statistics: what documents measure, for choosing thresholds by looking. */
package dev.sluice.operators.standard;
