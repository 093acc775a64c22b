package dev.sluice.settings.load;

import static dev.sluice.settings.TestingConfig.assignments;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.settings.KafkaConfig;
import dev.sluice.settings.LoadedConfig;
import dev.sluice.settings.TestingConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PropertyReferencesTest {
  private static final Map<String, String> ENVIRONMENT = Map.of("KEY_PASSWORD", "of $1 variable");

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(directory.resolve("kafka.secrets"), "password=of the file\n");
  }

  private static KafkaConfig kafka(String... properties) {
    return TestingConfig.load(assignments(properties), ENVIRONMENT).config().kafka();
  }

  @Test
  void shouldPutInPlaceWhatFilesDirectoriesAndVariablesHold() {
    KafkaConfig kafka =
        kafka(
            "kafka.properties.ssl.keystore.password=${file:" + file + ":password}",
            "kafka.properties.ssl.truststore.password=${dir:" + directory + ":kafka.secrets}",
            "kafka.properties.sasl.jaas.config=Login required a=\"${env:KEY_PASSWORD}\" b=\"$x\";");
    assertThat(kafka.properties())
        .containsEntry("ssl.keystore.password", "of the file")
        .containsEntry("ssl.truststore.password", "password=of the file\n")
        .containsEntry("sasl.jaas.config", "Login required a=\"of $1 variable\" b=\"$x\";");
  }

  @Test
  void shouldShowTheReferenceWhereTheValueWouldBe() {
    LoadedConfig loaded =
        TestingConfig.load(
            assignments("kafka.properties.client.rack=${env:KEY_PASSWORD}"), ENVIRONMENT);
    assertThat(TestingConfig.text(loaded, "kafka.properties.client.rack"))
        .isEqualTo("${env:KEY_PASSWORD}");
  }

  @Test
  void shouldNameWhatIsNotThere() {
    assertThat(
            TestingConfig.problems(
                assignments(
                    "kafka.properties.ssl.key.password=${file:" + file + ":passwort}",
                    "kafka.properties.ssl.keystore.password=${file:/no/such/file:password}",
                    "streams.properties.sasl.jaas.config=secret ${env:NO_SUCH_VARIABLE}")))
        .hasSize(3)
        .anyMatch(p -> p.contains("ssl.key.password") && p.contains(file + ":passwort} does not"))
        .anyMatch(p -> p.contains("ssl.keystore.password") && p.contains("/no/such/file"))
        .anyMatch(p -> p.contains("sasl.jaas.config") && p.contains("${env:NO_SUCH_VARIABLE} does"))
        .noneMatch(p -> p.contains("secret "));
  }

  @Test
  void shouldLeaveReferencesToProvidersThatAreNamed() {
    assertThat(
            kafka(
                    "kafka.properties.config.providers=vault",
                    "kafka.properties.client.rack=${env:NO_SUCH_VARIABLE}")
                .properties())
        .containsEntry("client.rack", "${env:NO_SUCH_VARIABLE}");
  }
}
