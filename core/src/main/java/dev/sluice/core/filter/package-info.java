/**
 * Conditions on the columns of a row, such as {@code language == 'en' && language_score >= 0.65}.
 * This package parses, checks and evaluates them.
 */
package dev.sluice.core.filter;
