package dev.sluice.jobs.content;

import static org.assertj.core.api.Assertions.assertThat;

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

  @Test
  void shouldKnowItsList() {
    assertThat(RegistrableDomains.version()).matches("Guava \\d+\\.\\d+\\.\\d+-jre");
  }
}
