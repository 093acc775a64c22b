/**
 * YAML files as trees whose nodes know their line, so that a problem can name key and line. Only
 * {@link dev.sluice.settings.yaml.YamlReader} uses the YAML library. This package knows no key of
 * the configuration.
 */
package dev.sluice.settings.yaml;
