package dev.sluice.jobs.content;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.net.InternetDomainName;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegistrableDomainsTest {
  @ParameterizedTest
  @CsvSource({
    "example.org, example.org",
    "www.blog.example.org, example.org",
    "www.example.co.uk, example.co.uk",
    "a.user.github.io, user.github.io",
    "www.amazonaws.com, amazonaws.com",
    "bucket.s3.amazonaws.com, bucket.s3.amazonaws.com",
    "www.city.kawasaki.jp, city.kawasaki.jp",
    "xn--85x722f.xn--55qx5d.cn, xn--85x722f.xn--55qx5d.cn",
    "www.xn--85x722f.xn--55qx5d.cn, xn--85x722f.xn--55qx5d.cn",
  })
  void shouldFindTheDomainBelowThePublicSuffix(String host, String domain) {
    assertThat(RegistrableDomains.of(host)).isEqualTo(domain);
  }

  @ParameterizedTest
  @CsvSource({"github.io", "co.uk", "org", "localhost", "-a.example.org", "b.-a-.example.org"})
  void shouldTakeAHostWithoutSuchADomainForItsOwn(String host) {
    assertThat(RegistrableDomains.of(host)).isEqualTo(host);
  }

  @Test
  void shouldTakeTheLastLabelForTheSuffixWhereTheListHasNoRule() {
    assertThat(RegistrableDomains.of("www.site.example")).isEqualTo("site.example");
    assertThat(RegistrableDomains.of("site.example")).isEqualTo("site.example");
  }

  /** With a new version of Guava, look up when it was released. */
  @Test
  void shouldNameTheVersionOfItsList() throws IOException {
    Properties library = new Properties();
    try (InputStream in =
        InternetDomainName.class.getResourceAsStream(
            "/META-INF/maven/com.google.guava/guava/pom.properties")) {
      library.load(in);
    }
    assertThat(RegistrableDomains.LIST)
        .matches("Guava " + library.getProperty("version") + " of \\d{4}-\\d{2}-\\d{2}");
  }
}
