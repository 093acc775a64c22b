/**
 * Recipes: operators, deduplicators and settings of a job, read from YAML, also in the form of
 * Data-Juicer. What an operator does is in the module operators.
 */
package dev.sluice.app.recipe;
