package dev.sluice.objects.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.PermanentException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class S3ClientsTest {
  private static final String FOR_S3 = "AWS_ENDPOINT_URL_S3";
  private static final String FOR_ALL = "AWS_ENDPOINT_URL";

  @ParameterizedTest
  @CsvSource({
    "https://user:secret@store:9000/x, https://***@store:9000/x",
    "http://secret@store, http://***@store",
    "http://store:9000, http://store:9000"
  })
  void shouldNotShowPasswords(String endpoint, String shown) {
    assertThat(S3Clients.address(Map.of(FOR_S3, endpoint)))
        .isEqualTo("%s (%s)".formatted(shown, FOR_S3));
    assertThat(S3Clients.address(Map.of(FOR_ALL, endpoint, FOR_S3, "")))
        .isEqualTo("%s (%s)".formatted(shown, FOR_ALL));
  }

  /** What it says of them has nothing of what they are: neither does a trace. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "minio:9000",
        "user:SECRET@minio:9000",
        "SECRET",
        "//user:SECRET@minio",
        "http:/user:SECRET@minio",
        "http://",
        "http://user:SECRET@",
        "http://user:SEC RET@minio",
        "http://user:SECRET@my_minio:9000",
        "http://user:SEC%RET@minio",
        "http://user:SEC/RET@minio",
        "http://user:SEC\nRET@minio",
        "http://user:SECRET@minio:port",
        "http://minio/?X-Amz-Signature=SECRET",
        "http://minio/#SECRET",
        "ftp://user:SECRET@minio"
      })
  void shouldRefuseWhatIsNoAddressWithoutShowingIt(String endpoint) {
    S3Store store = new S3Store("bucket", Map.of(FOR_S3, endpoint));

    assertThatThrownBy(() -> store.holdsAny("in/"))
        .isInstanceOf(PermanentException.class)
        .hasMessageStartingWith(FOR_S3 + " is not the address of a store")
        .hasMessageNotContainingAny("SEC", "RET", "user")
        .hasNoCause();
  }
}
