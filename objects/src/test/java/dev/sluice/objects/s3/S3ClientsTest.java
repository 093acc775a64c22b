package dev.sluice.objects.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class S3ClientsTest {
  @ParameterizedTest
  @CsvSource({
    "https://user:secret@store:9000/x, https://store:9000/x",
    "http://secret@store, http://store",
    "http://store/a@b, http://store/a@b"
  })
  void shouldNotShowPasswords(String endpoint, String shown) {
    assertThat(S3Clients.address(Map.of("AWS_ENDPOINT_URL_S3", endpoint)))
        .isEqualTo(shown + " (AWS_ENDPOINT_URL_S3)");
  }
}
