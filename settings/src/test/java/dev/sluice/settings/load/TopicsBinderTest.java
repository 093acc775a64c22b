package dev.sluice.settings.load;

import static dev.sluice.settings.TestingConfig.assignments;
import static dev.sluice.settings.TestingConfig.problems;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.settings.TestingConfig;
import dev.sluice.settings.TopicsConfig;
import dev.sluice.settings.TopicsConfig.AvroEncoding;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicsBinderTest {
  private static final String URL = "topics.registry-url=http://registry:8081";
  private static final String USER = "topics.registry-properties.basic.auth.user.info=me:secret";
  private static final String TOKEN = "topics.registry-properties.bearer.auth.token=secret";

  private static TopicsConfig topics(String... assignments) {
    return TestingConfig.load(assignments(assignments)).config().topics();
  }

  @Test
  void shouldTakeARegistryToReadWithInEitherEncoding() {
    assertThat(topics(URL).registry()).isPresent();
    assertThat(topics(URL).encoding()).isEqualTo(AvroEncoding.SINGLE_OBJECT);
    assertThat(topics(URL).registry().orElseThrow().authorization()).isEmpty();
    assertThat(topics(URL, "topics.avro-encoding=confluent").encoding())
        .isEqualTo(AvroEncoding.CONFLUENT);
    assertThat(topics(URL, TOKEN).registry().orElseThrow().authorization())
        .contains("Bearer secret");
  }

  @Test
  void shouldTakeReferencesToSecrets() {
    String user = "topics.registry-properties.basic.auth.user.info=me:${env:PASSWORD}";
    TopicsConfig topics =
        TestingConfig.load(assignments(URL, user), Map.of("PASSWORD", "secret")).config().topics();
    assertThat(topics.registry().orElseThrow().authorization()).contains("Basic bWU6c2VjcmV0");
  }

  @Test
  void shouldNeedARegistryForConfluent() {
    assertThat(problems(assignments("topics.avro-encoding=confluent")))
        .containsExactly(
            "topics.avro-encoding (--set): confluent needs a schema registry: set"
                + " topics.registry-url");
    assertThat(problems(assignments("topics.avro-encoding=avro")))
        .containsExactly(
            "topics.avro-encoding (--set): \"avro\" is not allowed; must be one of single-object,"
                + " confluent");
    assertThat(problems(assignments(USER)))
        .containsExactly(
            "topics.registry-properties (--set): requires topics.registry-url: set that key as"
                + " well, or remove this key");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "registry:8081",
        "http:///x",
        "ftp://registry",
        "http://r?x=1",
        "http://r#a",
        "a b"
      })
  void shouldRefuseWhatIsNoAddress(String url) {
    assertThat(problems(assignments("topics.registry-url=" + url)))
        .containsExactly(
            "topics.registry-url (--set): \"%s\" is not allowed; must be an http or https URL without ? or #"
                .formatted(url.replace("x=1", "***")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://me:secret@registry", "me:secret@registry", "x://me:secret@r y"})
  void shouldNotShowAPasswordInAnAddress(String url) {
    assertThat(problems(assignments("topics.registry-url=" + url)))
        .containsExactly(
            "topics.registry-url (--set): contains a user name: set"
                + " topics.registry-properties.basic.auth.user.info instead");
  }

  @Test
  void shouldRefuseOtherPropertiesWithoutShowingThem() {
    assertThat(problems(assignments(URL, "topics.registry-properties.user=me:secret")))
        .containsExactly(
            "topics.registry-properties.user (--set): is not a property of a registry; must be one"
                + " of basic.auth.user.info, bearer.auth.token");
    assertThat(problems(assignments(URL, USER, TOKEN)))
        .containsExactly(
            "topics.registry-properties (--set): has both a user and a token; set only one of"
                + " them");
  }
}
