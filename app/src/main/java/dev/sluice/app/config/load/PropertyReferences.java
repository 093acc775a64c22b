package dev.sluice.app.config.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigTransformer;
import org.apache.kafka.common.config.provider.DirectoryConfigProvider;
import org.apache.kafka.common.config.provider.EnvVarConfigProvider;
import org.apache.kafka.common.config.provider.FileConfigProvider;

/**
 * Resolves references in client properties: {@code ${file:PATH:KEY}} is a key of a properties file,
 * {@code ${dir:PATH:FILE}} the content of a file, {@code ${env:NAME}} a variable. The syntax is
 * Kafka's (KIP-297, KIP-632, KIP-887). They are resolved here so that missing ones are reported
 * before anything starts.
 */
final class PropertyReferences {
  private static final String OWN_PROVIDERS = "config.providers";
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{(file|dir|env):[^}]*}");

  private final ConfigTransformer transformer;

  PropertyReferences(Map<String, String> environment) {
    FileConfigProvider files = new ReadableFiles();
    DirectoryConfigProvider directories = new DirectoryConfigProvider();
    EnvVarConfigProvider variables = new EnvVarConfigProvider(environment);
    files.configure(Map.of());
    directories.configure(Map.of());
    variables.configure(Map.of());
    this.transformer =
        new ConfigTransformer(Map.of("file", files, "dir", directories, "env", variables));
  }

  /** Reports an unreadable file to the caller; Kafka's class logs a stack trace instead. */
  private static final class ReadableFiles extends FileConfigProvider {
    @Override
    protected Reader reader(Path path) {
      try {
        return Files.newBufferedReader(path, UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * Resolves the references. Properties that configure providers of their own are left to the
   * clients.
   *
   * @param key the key of the properties
   */
  SortedMap<String, String> resolve(
      ConfigKey<?> key, SortedMap<String, String> properties, SettingReader reader) {
    if (properties.containsKey(OWN_PROVIDERS)) {
      return properties;
    }
    SortedMap<String, String> resolved = new TreeMap<>(properties);
    resolved.replaceAll(
        (name, value) -> {
          String path = key.pattern() + "." + name;
          try {
            return resolve(value);
          } catch (RuntimeException e) {
            reader.problem(path, e.getMessage());
            return value;
          }
        });
    return resolved;
  }

  /** Messages contain only references, because the rest of the value may be secret. */
  private String resolve(String value) {
    Matcher reference = REFERENCE.matcher(value);
    return reference.replaceAll(found -> Matcher.quoteReplacement(lookUp(found.group())));
  }

  private String lookUp(String reference) {
    String found;
    try {
      found = transformer.transform(Map.of("", reference)).data().get("");
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(reference + ": " + e.getMessage(), e);
    }
    if (found.equals(reference)) {
      throw new IllegalArgumentException(reference + " does not exist: refer to one that does");
    }
    return found;
  }
}
