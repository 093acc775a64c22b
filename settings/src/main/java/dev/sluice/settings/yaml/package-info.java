/**
 * YAML files as trees. The nodes know their lines, so that a problem can name its key and line.
 * Only {@link dev.sluice.settings.yaml.YamlReader} uses the YAML library. This package knows no key
 * of the configuration.
 */
package dev.sluice.settings.yaml;
