/** What the jobs that write Parquet through its own writer share. Knows no job. */
package dev.sluice.jobs.parquet;
