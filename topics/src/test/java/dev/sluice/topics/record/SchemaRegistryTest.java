package dev.sluice.topics.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.topics.record.SchemaRegistry.RegistryRefusedException;
import dev.sluice.topics.record.SchemaRegistry.RegistrySilentException;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SchemaRegistryTest {
  private static final String REGISTER = "POST /subjects/dev.sluice.topics.Document/versions";

  private final TestingRegistry registry = new TestingRegistry();
  private final SchemaRegistry client = registry.client();

  @AfterEach
  void stop() {
    registry.close();
  }

  @Test
  void shouldRegisterUnderTheNameOfTheRecord() throws MalformedRecordException {
    int id = client.register(Schemas.DOCUMENT);

    assertThat(client.register(Schemas.DOCUMENT)).isEqualTo(id);
    assertThat(client.schema(id)).contains(Schemas.DOCUMENT);
    assertThat(registry.requests()).containsExactly(REGISTER, REGISTER, "GET /schemas/ids/" + id);
  }

  @Test
  void shouldSendWhatAuthorizesIt() {
    registry.client(Optional.of("Basic dTpw")).register(Schemas.DOCUMENT);

    assertThat(registry.requests()).containsExactly(REGISTER + " Basic dTpw");
  }

  @Test
  void shouldAppendToThePathOfTheUrl() {
    URI below = URI.create(registry.url() + "/apis/ccompat/v7/");
    SchemaRegistry other = new SchemaRegistry(below, Optional.empty(), List.of());
    registry.answerNext(200, "{\"id\":7}");

    assertThat(other.register(Schemas.DOCUMENT)).isEqualTo(7);
    assertThat(registry.requests()).containsExactly(REGISTER.replace(" ", " /apis/ccompat/v7"));
  }

  @Test
  void shouldNotKnowAnIdThatTheRegistryDoesNotKnow() throws MalformedRecordException {
    assertThat(client.schema(4711)).isEmpty();
    assertThat(client.schema(-1)).isEmpty();
    assertThat(registry.requests()).containsExactly("GET /schemas/ids/4711");
  }

  @Test
  void shouldSayWhenAnIdIsOfNoAvroSchema() {
    int id = registry.add("message Protobuf { int32 x = 1; }");

    assertThatThrownBy(() -> client.schema(id))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining("is not a valid Avro schema");
  }

  @Test
  void shouldAskAgainAfterAnswersThatMayPass() {
    registry.answerNext(503, "");
    registry.answerNext(500, "{\"error_code\":50003,\"message\":\"no leader\"}");
    registry.answerNext(429, "slowly");

    assertThat(client.register(Schemas.DOCUMENT)).isEqualTo(registry.add(Schemas.DOCUMENT));
    assertThat(registry.requests()).isEqualTo(Collections.nCopies(4, REGISTER));
  }

  @Test
  void shouldGiveUpAfterFourAnswersThatMayPass() {
    Collections.nCopies(4, "{\"message\":\"no leader\"}")
        .forEach(body -> registry.answerNext(500, body));

    assertThatThrownBy(() -> client.register(Schemas.DOCUMENT))
        .isInstanceOf(RegistrySilentException.class)
        .hasMessage(
            "the schema registry at %s does not respond (HTTP 500: no leader)"
                .formatted(registry.url()));
    assertThat(registry.requests()).hasSize(4);
  }

  @Test
  void shouldSayWhenNobodyAnswers() {
    registry.close();

    assertThatThrownBy(() -> client.register(Schemas.DOCUMENT))
        .isInstanceOf(RegistrySilentException.class)
        .hasMessage(
            "the schema registry at %s does not respond (connection refused)"
                .formatted(registry.url()));
  }

  @Test
  void shouldSayWhenTheNameIsUnknown() {
    SchemaRegistry nowhere =
        new SchemaRegistry(
            URI.create("http://no-such-registry.invalid"),
            Optional.empty(),
            List.of(Duration.ZERO));

    assertThatThrownBy(() -> nowhere.register(Schemas.DOCUMENT))
        .isInstanceOf(RegistrySilentException.class)
        .hasMessageContaining("unknown host");
  }

  @Test
  void shouldReportWhyItIsRefused() {
    registry.answerNext(409, "{\"error_code\":409,\"message\":\"incompatible with version 1\"}");

    RegistryRefusedException refusal = refusal();

    assertThat(refusal)
        .hasMessage(
            "the schema registry at %s does not register dev.sluice.topics.Document (HTTP 409: incompatible with version 1)"
                .formatted(registry.url()));
    assertThat(refusal.isUnauthorized()).isFalse();
    assertThat(registry.requests()).hasSize(1);
  }

  @Test
  void shouldReportRefusedCredentials() {
    registry.answerNext(401, "<html>log in</html>");

    assertThat(refusal().isUnauthorized()).isTrue();
    assertThat(registry.requests()).hasSize(1);
  }

  @Test
  void shouldRefuseWhatAnswersLikeNoRegistry() {
    registry.answerNext(200, "<html>Welcome</html>");
    assertThat(refusal()).hasMessageContaining("HTTP 200");
    registry.answerNext(404, "Not Found");
    assertThat(refusal()).hasMessageContaining("HTTP 404");
    registry.answerNext(302, "");
    assertThat(refusal()).hasMessageContaining("HTTP 302");
    registry.answerNext(200, "");
    assertThatThrownBy(() -> client.schema(1)).isInstanceOf(RegistryRefusedException.class);
    registry.answerNext(403, "");
    assertThatThrownBy(() -> client.schema(1)).isInstanceOf(RegistryRefusedException.class);
  }

  private RegistryRefusedException refusal() {
    return catchThrowableOfType(
        RegistryRefusedException.class, () -> client.register(Schemas.DOCUMENT));
  }
}
