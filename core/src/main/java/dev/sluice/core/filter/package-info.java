/**
 * Conditions on the columns of a row, such as {@code language == 'en' && language_score >= 0.65}:
 * parsing, types and evaluation.
 */
package dev.sluice.core.filter;
