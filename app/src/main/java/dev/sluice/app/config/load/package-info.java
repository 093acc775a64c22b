/**
 * Loads the configuration. {@link dev.sluice.app.config.load.ConfigKeys} declares all keys; layers
 * of settings override each other; binders create the records of {@code app.config} from the
 * result.
 */
package dev.sluice.app.config.load;
