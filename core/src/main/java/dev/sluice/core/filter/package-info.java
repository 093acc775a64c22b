/**
 * Conditions on the columns of a row, such as {@code language == 'en' && language_score >= 0.65}:
 * parsing, types, evaluation, and whether the statistics of a file rule every row out.
 */
package dev.sluice.core.filter;
