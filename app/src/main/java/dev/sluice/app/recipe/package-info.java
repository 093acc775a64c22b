/**
 * Recipes are YAML files with the operators, deduplicators and settings of a job. This package
 * reads them, also in the form of Data-Juicer. The operators themselves are in the module
 * operators.
 */
package dev.sluice.app.recipe;
