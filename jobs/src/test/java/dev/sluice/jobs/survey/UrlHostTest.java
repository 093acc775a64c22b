package dev.sluice.jobs.survey;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UrlHostTest {
  @Test
  void shouldFindTheHost() {
    assertThat(UrlHost.of("https://www.Example.org/a?b=http://other.net/#c"))
        .contains("example.org");
    assertThat(UrlHost.of("http://user:word@example.org:8080")).contains("example.org");
    assertThat(UrlHost.of("example.org/path")).contains("example.org");
    assertThat(UrlHost.of("https://[2001:db8::1]:443/")).contains("[2001:db8::1]");
  }

  @Test
  void shouldFindNoneInOtherTexts() {
    assertThat(UrlHost.of("")).isEmpty();
    assertThat(UrlHost.of("https:///path")).isEmpty();
    assertThat(UrlHost.of("not an address")).isEmpty();
    assertThat(UrlHost.of("https://" + "a".repeat(254))).isEmpty();
  }
}
