/**
 * The names that other programs have for operators, so that their recipes can be read: what each
 * becomes, where its rule differs, and what is said of those that have no counterpart. Knows the
 * names of Sluice's operators and of their parameters, and nothing of how they work.
 */
package dev.sluice.operators.peer;
