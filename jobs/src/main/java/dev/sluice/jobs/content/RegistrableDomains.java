package dev.sluice.jobs.content;

import com.google.common.net.InternetDomainName;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Properties;

/**
 * Finds the registrable domains of hosts by the public suffix list, which Guava has. Its private
 * suffixes count: {@code a.github.io} and {@code b.github.io} are two domains.
 */
final class RegistrableDomains {
  private static final String LIBRARY = "/META-INF/maven/com.google.guava/guava/pom.properties";

  private RegistrableDomains() {}

  /**
   * Returns the registrable domain of a host. A host that has none is its own domain: a public
   * suffix, a single label, or a name that the domain name system does not allow. If the list has
   * no rule for a host, its last label is the suffix, as the list prescribes.
   */
  static String of(String host) {
    InternetDomainName name;
    try {
      name = InternetDomainName.from(host);
    } catch (IllegalArgumentException e) {
      return host;
    }
    if (name.isUnderPublicSuffix()) {
      return name.topPrivateDomain().toString();
    }
    List<String> labels = name.parts();
    return name.hasPublicSuffix() || labels.size() < 2
        ? host
        : String.join(".", labels.subList(labels.size() - 2, labels.size()));
  }

  /** Returns the version of the library that has the list. */
  static String version() {
    Properties properties = new Properties();
    try (InputStream in = InternetDomainName.class.getResourceAsStream(LIBRARY)) {
      properties.load(in);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + LIBRARY, e);
    }
    return "Guava " + properties.getProperty("version");
  }
}
