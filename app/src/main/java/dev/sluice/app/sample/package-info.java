/** The configuration of {@code sample}. */
package dev.sluice.app.sample;
