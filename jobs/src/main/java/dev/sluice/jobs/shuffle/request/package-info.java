/** What a shuffle is asked to do, and the memory it may use. Values only. */
package dev.sluice.jobs.shuffle.request;
