/**
 * Decides where log lines go (stderr, rotated files) and what they look like (text, JSON). This is
 * the only package that knows which library implements SLF4J.
 */
package dev.sluice.app.logging;
