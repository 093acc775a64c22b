/**
 * Commands that change an existing output: {@code reset} and {@code compact}. Only one such change
 * runs at a time. The roles are in {@code app.run}.
 */
package dev.sluice.app.reset;
