/**
 * The rules that decide about rows, with buckets, sampling, ids, names of dumps, keys of
 * deduplication and counters. The code uses only the JDK: no I/O, no clock, no logging, no engine.
 */
package dev.sluice.core;
