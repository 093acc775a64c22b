/**
 * The rules that decide about rows: their order, buckets, sampling, ids, dump names, dedup keys,
 * counters. JDK only: no I/O, no clock, no logging, no engine.
 */
package dev.sluice.core;
