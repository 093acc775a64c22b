/**
 * Translates operator names of other programs, so that Sluice can read their recipes. It finds the
 * counterpart of each operator and its differences, and has messages for operators without a
 * counterpart. Depends on the names of Sluice's operators and parameters, but not on their
 * implementation.
 */
package dev.sluice.operators.peer;
