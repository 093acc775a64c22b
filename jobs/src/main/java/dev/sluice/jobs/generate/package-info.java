/**
 * Generates synthetic documents in the form of FineWeb-Edu, for trying out Sluice. Everything
 * written is a pure function of the arguments and does not depend on the clock, the machine or the
 * order of a hash map.
 */
package dev.sluice.jobs.generate;
