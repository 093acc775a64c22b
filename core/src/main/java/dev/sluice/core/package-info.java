/**
 * The rules that decide about rows: their order, buckets, sampling, ids, dump names, dedup keys,
 * counters. The code uses only the JDK: no I/O, no clock, no logging, no engine.
 */
package dev.sluice.core;
