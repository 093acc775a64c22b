/**
 * What a document is and what may be decided about it: buckets, sampling, the order of the rules,
 * dump names, dedup keys, counters. JDK only; no I/O, no clock, no logging, no engine.
 */
package dev.sluice.core;
