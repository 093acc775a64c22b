/** Recipes: lists of operators, as people write them in YAML. */
package dev.sluice.app.recipe;
