/** What differs between two outputs: ids gained, lost and moved between buckets. */
package dev.sluice.jobs.comparison;
