/**
 * What operators find out about texts, and share: characters and their classes, words, sentences,
 * lines, how often things repeat. Each analysis is linear in the text.
 */
package dev.sluice.operators.text;
