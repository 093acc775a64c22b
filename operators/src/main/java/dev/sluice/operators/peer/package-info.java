/**
 * Operator names of other programs, so that their recipes can be read: the counterpart of each
 * operator, its differences, and messages for operators without a counterpart. Knows the names of
 * Sluice's operators and of their parameters, and nothing of how they work.
 */
package dev.sluice.operators.peer;
