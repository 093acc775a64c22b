/**
 * Looks into the topics: which there are, which of their records to show, and each record as a line
 * of JSON, whatever its bytes are.
 */
package dev.sluice.app.peek;
