package dev.sluice.jobs.content;

import com.google.common.net.InternetDomainName;
import java.util.List;

/**
 * Finds the registrable domains of hosts by the public suffix list, which Guava has. Its private
 * suffixes count: {@code a.github.io} and {@code b.github.io} are two domains.
 */
final class RegistrableDomains {
  /** The version of the list: the library that has it, and the day of the library's release. */
  static final String LIST = "Guava 33.4.8-jre of 2025-04-14";

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
}
