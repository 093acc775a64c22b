package dev.sluice.settings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigReferenceTest {
  private static final String SWITCH = "sluice.docs.write";

  @Test
  void shouldBeTheCommittedPage() throws IOException {
    Path page = TestingFiles.root().resolve("docs/reference/configuration.md");
    if (Boolean.getBoolean(SWITCH)) {
      Files.writeString(page, ConfigReference.markdown(), UTF_8);
    }
    assertThat(page)
        .describedAs(
            "written out of ConfigKeys; to write it anew: mvn -pl settings -am test"
                + " -Dtest=ConfigReferenceTest -Dsurefire.failIfNoSpecifiedTests=false -D%s=true",
            SWITCH)
        .hasContent(ConfigReference.markdown());
  }
}
