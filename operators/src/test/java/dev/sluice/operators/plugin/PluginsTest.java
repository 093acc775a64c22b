package dev.sluice.operators.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Digests;
import dev.sluice.core.testing.TestingPlugin;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorContent;
import dev.sluice.operators.ParameterValue;
import dev.sluice.operators.PluginJar;
import dev.sluice.operators.standard.StandardOperators;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PluginsTest {
  private static final String KEEP = "Decision.KEPT";
  private static final String SERVICE = "META-INF/services/dev.sluice.operators.OperatorFamily";

  @TempDir private Path directory;

  private static TestingPlugin keeper(String operator) throws IOException {
    return TestingPlugin.filter("keeper", "1.0", operator, KEEP);
  }

  private List<String> problems(TestingPlugin plugin) throws IOException {
    plugin.write(directory.resolve("a.jar"));
    return LoadedPlugins.of(directory).problems();
  }

  @Test
  void shouldHaveTheOperatorsOfAJarWithTypedParametersAndKnowWhereTheyComeFrom() throws Exception {
    Path jar =
        TestingPlugin.of("lengths", "2.1")
            .family(
                """
                OperatorDescription.of(OperatorGroup.FILTER, "longest", "Drops long texts.")
                    .parameters(MAX).reasons("too_long")
                    .making(arguments -> {
                      int max = arguments.value(MAX);
                      return (TextOperator) d -> d.text().length() <= max
                          ? Decision.KEPT : new Decision.Dropped("too_long", d.text().length());
                    })
                """,
                "static final Parameter<Integer> MAX = Parameter.of(\"max\","
                    + " ValueType.whole(1, 100), \"5\", \"Length.\");")
            .write(directory.resolve("a.jar"));
    LoadedPlugins loaded = LoadedPlugins.of(directory);
    assertThat(loaded.problems()).isEmpty();
    BoundOperator bound =
        loaded.registry().bind("longest", Map.of(), "here", (s, o, m) -> {}).orElseThrow();
    assertThat(bound.apply(Document.of("12345"))).isEqualTo(Decision.KEPT);
    assertThat(bound.apply(Document.of("123456"))).isEqualTo(new Decision.Dropped("too_long", 6));
    List<String> wrong = new ArrayList<>();
    loaded
        .registry()
        .bind(
            "longest",
            Map.of("max", ParameterValue.of("101")),
            "here",
            (s, o, m) -> wrong.add(s + ": " + m));
    assertThat(wrong)
        .containsExactly(
            "longest.max: \"101\" is not allowed; must be a whole number from 1 to 100");
    PluginJar plugin = bound.description().plugin().orElseThrow();
    assertThat(plugin.name()).isEqualTo("lengths");
    assertThat(plugin.version()).isEqualTo("2.1");
    assertThat(plugin.sha256()).isEqualTo(sha256(jar));
  }

  /** A class is loaded when it is needed first, and the file may be another one then. */
  @Test
  void shouldHaveAllClassesOfTheJarThatItLoaded() throws Exception {
    Path jar = late("Decision.KEPT").write(directory.resolve("a.jar"));
    String digest = sha256(jar);
    LoadedPlugins loaded = LoadedPlugins.of(directory);
    BoundOperator bound =
        loaded.registry().bind("late", Map.of(), "here", (s, o, m) -> {}).orElseThrow();
    late("new Decision.Dropped(\"no\", d.text().length())").write(jar);

    assertThat(bound.apply(Document.of("a text"))).isEqualTo(Decision.KEPT);
    assertThat(bound.description().plugin().orElseThrow().sha256())
        .isEqualTo(digest)
        .isNotEqualTo(sha256(jar));
    Files.delete(jar);
    assertThat(bound.apply(Document.of("another"))).isEqualTo(Decision.KEPT);
    assertThat(loaded.lastWords()).isEmpty();
  }

  private static TestingPlugin late(String judging) throws IOException {
    return TestingPlugin.of("late", "1.0")
        .family(
            "OperatorDescription.of(OperatorGroup.FILTER, \"late\", \"Of a"
                + " test.\").reasons(\"no\").making(arguments -> (TextOperator) d ->"
                + " Late.judge(d))",
            "static final class Late { static Decision judge(Document d) { return %s; } }"
                .formatted(judging));
  }

  private static String sha256(Path file) throws IOException {
    return HexFormat.of().formatHex(Digests.sha256().digest(Files.readAllBytes(file)));
  }

  @Test
  void shouldStoreThePluginWithTheOperatorsAndReadThemOnlyWithTheSame() throws Exception {
    keeper("keeper").write(directory.resolve("one/a.jar"));
    TestingPlugin.filter("keeper", "1.1", "keeper", KEEP).write(directory.resolve("two/a.jar"));
    LoadedPlugins one = LoadedPlugins.of(directory.resolve("one"));
    LoadedPlugins two = LoadedPlugins.of(directory.resolve("two"));
    SortedMap<String, String> content =
        OperatorContent.of(
            new OperatorChain(
                one.registry().bind("keeper", Map.of(), "here", (s, o, m) -> {}).stream()
                    .toList()));
    assertThat(OperatorContent.plugins(content).get("keeper")).matches("1\\.0 sha256:[0-9a-f]{64}");
    assertThat(OperatorContent.read(content, one.registry()).operators()).hasSize(1);
    assertThat(thrown(() -> OperatorContent.read(content, two.registry())))
        .contains("operators.plugin.keeper is 1.1 sha256:")
        .contains("the output was made with 1.0 sha256:");
    assertThat(thrown(() -> OperatorContent.read(content, StandardOperators.registry())))
        .contains("operators.0: unknown operator; run sluice operators for a list, and")
        .contains("use --plugins DIR to add operators from plug-ins");
  }

  private static String thrown(Runnable action) {
    try {
      action.run();
      return "nothing";
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  @Test
  void shouldRefuseNamesThatAreThere() throws Exception {
    assertThat(problems(keeper("lowercase")))
        .containsExactly(
            "--plugins a.jar: its operator lowercase has the same name as a built-in operator:"
                + " rename the plug-in's operator");
    assertThat(problems(keeper("fasttext")))
        .containsExactly(
            "--plugins a.jar: its operator fasttext has the same name as a built-in scorer:"
                + " rename the plug-in's operator");
    keeper("keeper").write(directory.resolve("a.jar"));
    TestingPlugin.filter("other", "1.0", "keeper", KEEP).write(directory.resolve("b.jar"));
    assertThat(LoadedPlugins.of(directory).problems())
        .containsExactly(
            "--plugins b.jar: its operator keeper is also in a.jar: remove one of the"
                + " jars, or rename the operator");
    TestingPlugin.filter("keeper", "2.0", "another", KEEP).write(directory.resolve("b.jar"));
    assertThat(LoadedPlugins.of(directory).problems())
        .containsExactly(
            "--plugins b.jar: has the same name (keeper) as a.jar; remove one of the jars, or"
                + " change Implementation-Title in its manifest");
    assertThat(problems(keeper("Up_Case")))
        .anyMatch(line -> line.contains("must contain only lower-case letters"));
  }

  @Test
  void shouldRefuseADirectoryWithoutJars() {
    assertThat(LoadedPlugins.of(directory.resolve("none")).problems())
        .containsExactly(
            "--plugins none: is not a directory; must be a directory that contains the jars");
    assertThat(LoadedPlugins.of(directory).problems())
        .singleElement()
        .asString()
        .endsWith("contains no jars; put the jars of plug-ins into this directory");
  }

  @Test
  void shouldRefuseAJarWithoutService() throws Exception {
    assertThat(problems(keeper("keeper").without(SERVICE)))
        .containsExactly(
            "--plugins a.jar: has no operators, because %s is missing. Add this file, containing the name of the class that implements OperatorFamily. If the jar is a library, put it into the jar of the plug-in that uses it"
                .formatted(SERVICE));
  }

  @Test
  void shouldRefuseBrokenServiceLines() throws Exception {
    assertThat(problems(keeper("keeper").naming("plugin.Nobody")))
        .singleElement()
        .asString()
        .contains(SERVICE + " is broken")
        .contains("Provider plugin.Nobody not found");
    assertThat(problems(keeper("keeper").naming("two words")))
        .singleElement()
        .asString()
        .contains("is broken")
        .contains("Illegal configuration-file syntax");
    assertThat(
            problems(
                keeper("keeper")
                    .with("plugin.Other", "package plugin; public class Other {}")
                    .naming("plugin.Other")))
        .singleElement()
        .asString()
        .contains("plugin.Other not a subtype");
    assertThat(problems(keeper("keeper").naming("# nothing")))
        .singleElement()
        .asString()
        .contains("has no operators: no class listed in ");
  }

  @Test
  void shouldRefuseAnotherVersionOfTheApi() throws Exception {
    assertThat(problems(keeper("keeper").saying("Sluice-Api", "7")))
        .singleElement()
        .asString()
        .contains(
            "was written for version 7 of the operators' API, but this program has 1; build it");
    assertThat(problems(keeper("keeper").saying("Sluice-Api", "")))
        .singleElement()
        .asString()
        .contains("add Sluice-Api: 1 to META-INF/MANIFEST.MF");
  }

  @Test
  void shouldRefuseAJarThatLoadsOthers() throws Exception {
    assertThat(problems(keeper("keeper").saying("Class-Path", "library.jar")))
        .containsExactly(
            "--plugins a.jar: has Class-Path in its manifest, which would load jars that the output"
                + " does not record: put the libraries into the jar, and remove Class-Path in its"
                + " manifest");
    assertThat(
            problems(
                keeper("keeper")
                    .holding(
                        "META-INF/INDEX.LIST",
                        "JarIndex-Version: 1.0\n\nlibrary.jar\nlibrary\n".getBytes(UTF_8))))
        .singleElement()
        .asString()
        .startsWith("--plugins a.jar: has META-INF/INDEX.LIST, which would load jars that");
  }

  @ParameterizedTest
  @ValueSource(strings = {"com.ibm.icu.text.BreakIterator", "dev.sluice.core.values.ByteSize"})
  void shouldNameTheClassThatIsMissing(String missing) throws Exception {
    TestingPlugin plugin =
        TestingPlugin.of("needy", "1.0")
            .with("library.Tool", "package library; public class Tool { public static int n; }");
    plugin
        .with(
            "plugin.Family",
            """
            package plugin;
            import dev.sluice.operators.*;
            import java.util.*;
            public final class Family implements OperatorFamily {
              private final Class<?> it = %s.class;
              @Override public List<OperatorDescription> all() { return List.of(); }
            }
            """
                .formatted(missing))
        .naming("plugin.Family");
    assertThat(problems(plugin))
        .singleElement()
        .asString()
        .contains("needs the class " + missing + ", which was not found: put this class into")
        .contains(
            "The only classes of this program that a plug-in can use are those of the operators'"
                + " API");
  }

  @Test
  void shouldRefuseClassesOfANewerJava() throws Exception {
    TestingPlugin plugin = keeper("keeper");
    byte[] newer = plugin.entry("plugin/Family.class");
    newer[7] = (byte) (Runtime.version().feature() + 45);
    assertThat(problems(plugin.holding("plugin/Family.class", newer)))
        .singleElement()
        .asString()
        .startsWith(
            "--plugins a.jar: was compiled for a newer Java (plugin/Family has been compiled")
        .endsWith(
            "compile the plug-in with --release %d, or use a newer Java"
                .formatted(Runtime.version().feature()));
  }

  @Test
  void shouldRefuseWhatIsNoJar() throws Exception {
    Files.write(directory.resolve("a.jar"), "no jar".getBytes(UTF_8));
    assertThat(LoadedPlugins.of(directory).problems())
        .singleElement()
        .asString()
        .startsWith("--plugins a.jar: cannot be read as a jar: ")
        .endsWith("replace it with a complete jar, or remove it");
  }

  @Test
  void shouldSeeNothingOfOtherPlugins() throws Exception {
    TestingPlugin.filter("one", "1.0", "one", "new Decision.Dropped(\"no\", 1)")
        .write(directory.resolve("a.jar"));
    TestingPlugin.filter("two", "1.0", "two", KEEP).write(directory.resolve("b.jar"));
    LoadedPlugins loaded = LoadedPlugins.of(directory); // both have a class plugin.Family
    assertThat(loaded.problems()).isEmpty();
    BoundOperator two =
        loaded.registry().bind("two", Map.of(), "here", (s, o, m) -> {}).orElseThrow();
    assertThat(two.apply(Document.of("x"))).isEqualTo(Decision.KEPT);
  }
}
