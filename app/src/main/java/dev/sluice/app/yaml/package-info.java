/**
 * YAML files as trees whose nodes know their line, so that a problem can name key and line. Only
 * {@link dev.sluice.app.yaml.YamlReader} uses the YAML library; the launcher's {@code
 * TopLevelValue} reads its events instead, which is faster. Knows no key of the configuration.
 */
package dev.sluice.app.yaml;
