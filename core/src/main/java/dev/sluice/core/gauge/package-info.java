/**
 * What stages measure for display: waits, and examples of dropped documents. Nothing depends on it.
 */
package dev.sluice.core.gauge;
