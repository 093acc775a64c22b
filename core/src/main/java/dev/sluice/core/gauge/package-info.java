/**
 * Measurements of the stages that are displayed: waits, and examples of dropped documents. No
 * results depend on this package.
 */
package dev.sluice.core.gauge;
