/** {@code sample}: its configuration, and samples of the curated topics. */
package dev.sluice.app.sample;
