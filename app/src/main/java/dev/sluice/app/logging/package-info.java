/**
 * Where log lines go and what they look like: stderr, rotated files, text or JSON. The only package
 * that knows which library is behind SLF4J.
 */
package dev.sluice.app.logging;
