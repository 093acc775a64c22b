/**
 * Loads the configuration. {@link dev.sluice.settings.load.ConfigKeys} declares all keys; layers of
 * settings override each other; binders create the records of {@code settings} from the result.
 */
package dev.sluice.settings.load;
