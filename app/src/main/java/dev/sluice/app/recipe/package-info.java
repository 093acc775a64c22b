/**
 * Recipes: operators, deduplicators and settings of a job, read from YAML, also in the form of
 * Data-Juicer. The operators themselves are in the module operators.
 */
package dev.sluice.app.recipe;
