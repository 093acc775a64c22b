package dev.sluice.operators;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.operators.score.Scorers;
import dev.sluice.operators.standard.StandardOperators;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OperatorReferenceTest {
  private static final String SWITCH = "sluice.docs.write";

  @Test
  void shouldBeTheCommittedPage() throws IOException {
    Path page = root().resolve("docs/reference/operators.md");
    if (Boolean.getBoolean(SWITCH)) {
      Files.writeString(page, OperatorReference.markdown(), UTF_8);
    }
    assertThat(page)
        .describedAs(
            "written out of the operators' descriptions; to write it anew: mvn -pl operators -am"
                + " test -Dtest=OperatorReferenceTest -Dsurefire.failIfNoSpecifiedTests=false"
                + " -D%s=true",
            SWITCH)
        .hasContent(OperatorReference.markdown());
  }

  @Test
  void shouldHaveARuleASourceAndAnExampleForEveryOperator() {
    for (OperatorDescription each : StandardOperators.registry().all()) {
      assertThat(each.rule()).describedAs(each.name()).isNotBlank();
      assertThat(each.reference()).describedAs(each.name()).isNotBlank();
      assertThat(each.name()).matches("[a-z0-9]+(-[a-z0-9]+)*");
      assertThat(each.reasons()).allMatch(reason -> reason.matches("[a-z0-9_]+"));
    }
  }

  @Test
  void shouldHaveNoTextOfWhatIsNotThere() throws IOException {
    Set<String> keys = new TreeSet<>();
    Stream.of(StandardOperators.registry(), Scorers.registry())
        .flatMap(registry -> registry.all().stream())
        .forEach(
            each -> {
              String name = each.name();
              keys.add(name);
              Stream.of("rule", "reference", "example").forEach(key -> keys.add(name + "." + key));
              for (Parameter<?> parameter : each.parameters()) {
                keys.add(name + "." + parameter.name());
                keys.add("shared." + parameter.name());
              }
            });
    Properties texts = new Properties();
    try (InputStream in = OperatorTexts.class.getResourceAsStream("operators.properties")) {
      texts.load(new InputStreamReader(in, UTF_8));
    }
    assertThat(keys).containsAll(texts.stringPropertyNames());
  }

  private static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(directory.resolve("sluice"))) {
      directory = directory.getParent();
    }
    return directory;
  }
}
