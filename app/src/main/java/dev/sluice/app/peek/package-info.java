/**
 * Shows the content of topics. This package finds the topics and the records to show, and formats
 * each record as a line of JSON, whatever its bytes are.
 */
package dev.sluice.app.peek;
