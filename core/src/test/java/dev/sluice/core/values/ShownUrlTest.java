package dev.sluice.core.values;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShownUrlTest {
  @ParameterizedTest
  @CsvSource({
    "https://user:secret@host:9000/x, https://***@host:9000/x",
    "https://secret@host, https://***@host",
    "https://user:se/cret@host/x, https://***@host/x",
    "https://user:12/secret@host, https://***@host",
    "https://user:se?cr#et@host, https://***@host",
    "https://user:s@cret@host, https://***@host",
    "https://user:se cret@my_host/x, https://***@my_host/x",
    "http://user:secret/x, http://***/x",
    "https://host/x?X-Amz-Signature=secret&y=1, https://host/x?***",
    "https://user:secret@host/x?sig=secret, https://***@host/x?***",
    "HTTPS://user:secret@host, HTTPS://***@host",
    "s3://key:se/cret@bucket/x, s3://***@bucket/x",
    "s3://key:secret@bucket, s3://***@bucket",
    "s3://bucket/x?versionId=1&X-Amz-Signature=secret, s3://bucket/x?***",
    "ftp://user:secret@host/x, ftp://***@host/x",
    "of https://user:secret@host, of https://***@host",
    "=1https://user:secret@host, =1https://***@host",
    ":// https://user:secret@host, :// https://***@host"
  })
  void shouldHideWhatMayBeSecret(String url, String shown) {
    assertThat(ShownUrl.of(url)).isEqualTo(shown).doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a/b:c@d?e=f",
        "https://host",
        "http://host:9000/x",
        "http://[::1]:9000/x",
        "s3://bucket/a@b/c?.parquet",
        "s3://minio:9000/bucket",
        "s3://arn:aws:s3:eu-west-1:1:accesspoint:x/y",
        "hf://datasets/org/name@v1/x",
        "://user:secret@host",
        "1://user:secret@host"
      })
  void shouldShowEverythingElse(String text) {
    assertThat(ShownUrl.of(text)).isEqualTo(text);
  }

  /** A value of megabytes that is no URL, from a file that someone mistook for a configuration. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "1", ":/", "://", "+a.://"})
  void shouldShowLongTextsInTimeThatGrowsWithThemAlone(String part) {
    String text = part.repeat(8_000_000 / part.length());

    assertThat(ShownUrl.of(text)).isEqualTo(text);
  }
}
