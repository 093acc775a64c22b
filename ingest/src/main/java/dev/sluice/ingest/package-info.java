/**
 * Parquet rows to records: finds the units, decodes row groups in parallel, hands them over in
 * order, and sends them in transactions that carry rows and progress together.
 */
package dev.sluice.ingest;
