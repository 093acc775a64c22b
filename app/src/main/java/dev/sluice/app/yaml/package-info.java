/**
 * YAML files as trees with positions, so that a problem can name its key and line. The only package
 * that knows the YAML library. Knows no key of the configuration.
 */
package dev.sluice.app.yaml;
