package dev.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlFormTest {
  @ParameterizedTest
  @CsvSource({
    "https://www.Example.ORG/a/B?q=1, example.org/a/B?q=1",
    "http://example.org/a/B?q=1#top, example.org/a/B?q=1",
    "//example.org/a, example.org/a",
    "example.org/a, example.org/a",
    "ftp://example.org/a, example.org/a",
    "' https://example.org/a ', example.org/a",
    "https://example.org, example.org",
    "https://example.org/, example.org",
    "https://example.org//, example.org/",
    "https://example.org/a/, example.org/a",
    "https://example.org/#/, example.org",
    "https://example.org?q=1, example.org/?q=1",
    "https://example.org/?q=1, example.org/?q=1",
    "https://example.org./a, example.org/a",
    "https://example.org:443/a, example.org/a",
    "http://example.org:080/a, example.org/a",
    "http://example.org:/a, example.org/a",
    "http://example.org:8080/a, example.org:8080/a",
    "https://user:w@rd@example.org/a, example.org/a",
    "https://example.org/@a, example.org/@a",
    "https://example.org/a:b@c, example.org/a:b@c",
    "https://www.com/, www.com",
    "https://www2.example.org/, www2.example.org",
    "https://www.www.example.org/, www.example.org",
    "https://[2001:DB8::1]:443/a, [2001:db8::1]/a",
    "https://192.0.2.1/a, 192.0.2.1/a",
    "https://a_b.example.org/, a_b.example.org",
    "https://example.org/go?to=https://example.com/x, example.org/go?to=https://example.com/x"
  })
  void shouldLeaveOutWhatDoesNotTellPagesApart(String url, String form) {
    assertThat(UrlForm.of(url).text()).isEqualTo(form);
  }

  @ParameterizedTest
  @CsvSource({
    "https://m\u00FCnchen.example/, xn--mnchen-3ya.example",
    "https://M\u00DCNCHEN.example/, xn--mnchen-3ya.example",
    "https://XN--MNCHEN-3YA.example/, xn--mnchen-3ya.example",
    "https://\u4F8B\u3048\u3002\u30C6\u30B9\u30C8/, xn--r8jz45g.xn--zckzah",
    "https://\uFF45xample.org/, example.org"
  })
  void shouldWriteHostsInPunycode(String url, String form) {
    assertThat(UrlForm.of(url).text()).isEqualTo(form);
  }

  /** IDNA 2003 would make another domain of them, which belongs to somebody else. */
  @ParameterizedTest
  @ValueSource(strings = {"stra\u00DFe.example", "\u03B1\u03C2.example", "a\u200Db.example"})
  void shouldNotGuessAtCharactersWithTwoMeanings(String host) {
    assertThat(UrlForm.of("https://" + host + "/")).isEqualTo(noUrl("https://" + host + "/"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UrlForm.domain(host))
        .withMessageContaining("in Punycode (xn--...)");
  }

  @ParameterizedTest
  @CsvSource({
    "/%c3%bc, /%C3%BC",
    "/\u00FC, /%C3%BC",
    "/\uD83D\uDE00, /%F0%9F%98%80",
    "/\uD83D, /%3F",
    "/%7euser/%41%2d, /~user/A-",
    "/a%2Fb, /a%2Fb",
    "/a%2fb, /a%2Fb",
    "/a b, /a%20b",
    "/a%20b, /a%20b",
    "/a+b, /a+b",
    "/100%, /100%",
    "/100%2, /100%2",
    "/%zz%, /%zz%",
    "/%2#5, /%2"
  })
  void shouldEscapeInOneWay(String path, String form) {
    assertThat(UrlForm.of("https://example.org" + path).text()).isEqualTo("example.org" + form);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "https://",
        "https:///path",
        "http://:80/",
        "not a url",
        "https://exa mple.org/",
        "https://example..org/",
        "https://.example.org/",
        "https://example.org:http/",
        "https://example.org:-1/",
        "https://ex%61mple.org/",
        "https://[2001:db8::1/",
        "https://2001:db8::1/",
        "https://[::g]/",
        "https://user@/",
        "mailto:somebody@example.org",
        "urn:uuid:47eaa099-2cb6-416d-86dc-283cf0480ff9",
        "data:text/html,hello"
      })
  void shouldTakeOtherTextsAsTheyAre(String text) {
    assertThat(UrlForm.of(text)).isEqualTo(noUrl(text));
    assertThat(UrlForm.of(text).domains()).isEmpty();
  }

  private static UrlForm noUrl(String text) {
    return new UrlForm(text, Optional.empty());
  }

  @Test
  void shouldRefuseHostsThatAreTooLong() {
    String label = "a".repeat(62);
    String longest = String.join(".", label, label, label, label) + ".b";
    assertThat(longest).hasSize(253);
    assertThat(UrlForm.of("https://" + longest + "/x").host()).contains(longest);
    assertThat(UrlForm.of("https://c" + longest + "/x").host()).isEmpty();
  }

  @Test
  void shouldNameADomainAndItsSubdomains() {
    assertThat(UrlForm.of("https://www.blog.example.co.uk:8080/a").domains())
        .isEqualTo(
            List.of("www.blog.example.co.uk", "blog.example.co.uk", "example.co.uk", "co.uk"));
    assertThat(UrlForm.of("https://example.org").domains()).isEqualTo(List.of("example.org"));
    assertThat(UrlForm.of("https://localhost/").domains()).isEqualTo(List.of("localhost"));
    assertThat(UrlForm.of("https://192.0.2.1/").domains()).isEqualTo(List.of("192.0.2.1"));
    assertThat(UrlForm.of("https://[::1.2.3.4]/").domains()).isEqualTo(List.of("[::1.2.3.4]"));
  }

  @Test
  void shouldTellAddressesFromNames() {
    assertThat(UrlForm.of("https://192.0.2.1:80/").hasAddress()).isTrue();
    assertThat(UrlForm.of("https://[::1]/").hasAddress()).isTrue();
    assertThat(UrlForm.of("https://192.0.2.1.example/").hasAddress()).isFalse();
    assertThat(UrlForm.of("https://a b/").hasAddress()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "example.org, example.org",
    "' WWW.Example.ORG. ', www.example.org",
    "m\u00FCnchen.example, xn--mnchen-3ya.example",
    "192.0.2.1, 192.0.2.1",
    "[2001:DB8::1], [2001:db8::1]"
  })
  void shouldWriteDomainsAsHosts(String typed, String domain) {
    assertThat(UrlForm.domain(typed)).isEqualTo(domain);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.org",
        "example.org/",
        "example.org:80",
        "*.example.org",
        ".example.org",
        "user@example.org",
        "example org",
        ".",
        ""
      })
  void shouldRefuseWhatIsNotADomain(String typed) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UrlForm.domain(typed))
        .withMessage(
            "\"%s\" is not a domain; write it without scheme, port and path, such as example.org,"
                + " and in Punycode (xn--...) if it is not ASCII",
            typed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"com", "COM", "com.", "localhost"})
  void shouldRefuseOneLabelAsADomain(String typed) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UrlForm.domain(typed))
        .withMessage(
            "\"%s\" is one label, which would name every domain that ends in it; write at least"
                + " two, such as example.org",
            typed);
  }

  /** Texts of pieces of URLs, which never fail and keep their form once they have it. */
  @Test
  void shouldNeverFail() {
    List<String> pieces =
        List.of(
            "http",
            "https",
            ":",
            "//",
            "/",
            "www.",
            ".",
            "..",
            "a",
            "EXAMPLE.org",
            "example.org",
            "[",
            "]",
            "::1",
            "@",
            "%",
            "%4",
            "%c3",
            "%41",
            "?",
            "#",
            "80",
            "443",
            "8080",
            "-",
            "_",
            " ",
            "\t",
            "\u00FC",
            "\u00DF",
            "\u3002",
            "\u200D",
            "\u0301",
            "\u05D0",
            "\uFFFF",
            "\uD800",
            "\uDC00",
            "\uD83D\uDE00",
            "xn--",
            "xn--a",
            "\u0000",
            "\\",
            "\u0130",
            "\uFF0F",
            "\u2100",
            "\uDBFF\uDFFF",
            "\u0378",
            "a".repeat(64),
            "\u00FC".repeat(60));
    SplittableRandom random = new SplittableRandom(11);
    for (int round = 0; round < 200_000; round++) {
      String text =
          random
              .ints(random.nextInt(9), 0, pieces.size())
              .mapToObj(pieces::get)
              .collect(Collectors.joining());
      UrlForm form = UrlForm.of(text);
      if (form.host().isPresent()) {
        String host = form.host().get();
        assertThat(UrlForm.of("https://" + host).host()).as(text).contains(host);
        assertThat(form.text()).as(text).doesNotContain("#").matches("[!-~]+");
        assertThat(form.domains()).as(text).allMatch(host::endsWith);
      } else {
        assertThat(form.text()).as(text).isEqualTo(text.trim());
      }
    }
  }
}
