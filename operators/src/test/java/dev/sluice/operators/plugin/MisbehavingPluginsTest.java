package dev.sluice.operators.plugin;

import static dev.sluice.operators.plugin.LoadedPlugins.LIMITS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.testing.TestingPlugin;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.Fields;
import dev.sluice.operators.MeasurementSink;
import dev.sluice.operators.ParameterValue;
import dev.sluice.operators.Statistic;
import dev.sluice.operators.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Operators that do what operators must not do. */
@Timeout(180)
class MisbehavingPluginsTest {
  private static final String ABOUT = "operator bad of plug-in misbehaving 1.0";

  /** A property that ends a loop. */
  private static final String OVER = "sluice.test.over";

  private static final Duration SHORT = Duration.ofMillis(100);

  /** For operators of which each exceeds it. */
  private static final PluginWatch.Limits SHORT_FOR_DOCUMENTS =
      new PluginWatch.Limits(SHORT, LIMITS.loading(), SHORT);

  /** For plug-ins of which most take a small part of it. */
  private static final PluginWatch.Limits SHORT_FOR_LOADING =
      new PluginWatch.Limits(LIMITS.document(), SHORT.multipliedBy(5), SHORT);

  @TempDir private Path directory;

  private static Document document(String text) {
    return new Document("id-7", Text.of(text), Fields.NONE);
  }

  private LoadedPlugins load(String judging) throws IOException {
    return load(judging, LIMITS);
  }

  private LoadedPlugins load(String judging, PluginWatch.Limits limits) throws IOException {
    TestingPlugin.filter("misbehaving", "1.0", "bad", judging).write(directory.resolve("bad.jar"));
    LoadedPlugins loaded = LoadedPlugins.of(directory, limits);
    assertThat(loaded.problems()).isEmpty();
    return loaded;
  }

  private static BoundOperator bound(LoadedPlugins loaded) {
    return loaded.registry().bind("bad", Map.of(), "here", (s, o, m) -> {}).orElseThrow();
  }

  private BoundOperator bad(String judging) throws IOException {
    return bound(load(judging));
  }

  private void assertFails(String judging, String message) throws IOException {
    assertFails(bad(judging), message);
  }

  private static void assertFails(BoundOperator operator, String message) {
    assertThatExceptionOfType(PluginWatch.Failure.class)
        .isThrownBy(() -> operator.apply(document("some text")))
        .withMessageContaining(message);
  }

  @Test
  void shouldRejectADocumentThatItThrowsFor() throws Exception {
    assertThat(bad("{ throw new IllegalStateException(\"no vowels\"); }").apply(document("x")))
        .isEqualTo(new Decision.Failed("IllegalStateException: no vowels"));
  }

  @Test
  void shouldInterruptOneThatSleeps() throws Exception {
    String message =
        ABOUT
            + " takes longer than 100ms for document \"id-7\". Fix the operator, or raise"
            + " --plugin-timeout";
    String sleep =
        "{ try { Thread.sleep(60_000); } catch (InterruptedException e) { %s } return"
            + " Decision.KEPT; }";
    for (String caught : List.of("", "throw new IllegalStateException(e);")) {
      assertFails(bound(load(sleep.formatted(caught), SHORT_FOR_DOCUMENTS)), message);
    }
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void shouldEndTheProcessWhereAnInterruptIsIgnored() throws Exception {
    String loop = "{ while (!Boolean.getBoolean(\"%s\")) { } return Decision.KEPT; }";
    LoadedPlugins loaded = load(loop.formatted(OVER), SHORT_FOR_DOCUMENTS);
    FutureTask<Decision> looping = new FutureTask<>(() -> bound(loaded).apply(document("x")));
    new Thread(looping).start();
    try {
      while (loaded.lastWords().isEmpty()) {
        Thread.sleep(10);
      }
    } finally {
      System.setProperty(OVER, "true");
    }
    assertThatThrownBy(looping::get).hasCauseInstanceOf(PluginWatch.Failure.class);
    assertThat(loaded.lastWords())
        .singleElement()
        .asString()
        .startsWith(ABOUT + " takes longer than 100ms for document \"id-7\"");
  }

  @Test
  void shouldNameOneThatRunsOutOfMemory() throws Exception {
    assertFails(
        "{ throw new OutOfMemoryError(\"Java heap space\"); }",
        ABOUT
            + " threw OutOfMemoryError: Java heap space for document \"id-7\". Fix the operator, or"
            + " increase the memory of the process");
  }

  @Test
  void shouldFindOneThatAnswersDifferently() throws Exception {
    assertFails(
        "System.nanoTime() == 0 ? Decision.KEPT : Decision.changed(d, d.text().string() +"
            + " System.nanoTime())",
        ABOUT + " returns different results when called twice for document \"id-7\" (\"");
    BoundOperator late = // only after its first ten documents
        bad(
            "Family.COUNT.incrementAndGet() < 20 ? Decision.KEPT : Decision.changed(d, \"y\" +"
                + " System.nanoTime())");
    assertThatExceptionOfType(PluginWatch.Failure.class)
        .isThrownBy(
            () -> {
              for (int i = 0; i < 16; i++) {
                late.apply(document("x" + i));
              }
            })
        .withMessageContaining("returns different results when called twice");
  }

  @Test
  void shouldRefuseAStatisticThatMeasuresNoNumber() throws Exception {
    TestingPlugin.of("misbehaving", "1.0")
        .family(
            "OperatorDescription.of(OperatorGroup.STATISTIC, \"bad\", \"x\").making(arguments ->"
                + " (Statistic) (d, sink) -> sink.number(\"n\", Double.NaN))",
            "")
        .write(directory.resolve("bad.jar"));
    Statistic statistic = (Statistic) bound(LoadedPlugins.of(directory)).operator();
    MeasurementSink none =
        new MeasurementSink() {
          @Override
          public void number(String name, double value) {}

          @Override
          public void text(String name, String value) {}
        };
    assertThatExceptionOfType(PluginWatch.Failure.class)
        .isThrownBy(() -> statistic.measure(document("x"), none))
        .withMessageContaining(ABOUT + " measured NaN for document \"id-7\". Fix the operator");
  }

  @Test
  void shouldNotChangeWhatOthersSeeOfTheText() throws Exception {
    Document document = document("abc");
    bad("{ d.text().chars()[0] = 'x'; return Decision.KEPT; }").apply(document);
    assertThat(document.text().chars()).containsExactly('a', 'b', 'c');
  }

  @Test
  void shouldNotLetItChangeTheId() throws Exception {
    Document document = document("x");
    Decision decision =
        bad("{ try { java.lang.reflect.Field id = Document.class.getDeclaredField(\"id\");"
                + " id.setAccessible(true); id.set(d, \"other\"); return Decision.KEPT; } catch"
                + " (ReflectiveOperationException e) { throw new"
                + " IllegalStateException(e.getMessage()); } }")
            .apply(document);
    assertThat(((Decision.Failed) decision).message())
        .contains("Can not set final java.lang.String field dev.sluice.operators.Document.id");
    assertThat(document.id()).isEqualTo("id-7");
  }

  @Test
  void shouldTellWhatItMustNotAnswer() throws Exception {
    assertFails("null", ABOUT + " returned null for document \"id-7\". Fix the operator");
    assertFails(
        "new Decision.Dropped(\"other\", 1)", ABOUT + " returned the undeclared reason \"other\"");
    assertFails(
        "Decision.changed(d, \"\\ud83d\")", ABOUT + " returned a text with an unpaired surrogate");
    assertFails("{ throw new StackOverflowError(); }", ABOUT + " threw StackOverflowError for");
    assertFails(
        "{ throw new NoClassDefFoundError(\"a/B\"); }",
        ABOUT + " threw NoClassDefFoundError: a/B for");
  }

  @Test
  void shouldTellWrongParametersInItsOwnWords() throws Exception {
    TestingPlugin.of("misbehaving", "1.0")
        .family(
            "OperatorDescription.of(OperatorGroup.FILTER, \"bad\", \"x\").making(arguments -> {"
                + " throw new IllegalArgumentException(\"min is above max\");"
                + " }),OperatorDescription.of(OperatorGroup.FILTER, \"worse\","
                + " \"x\").making(arguments -> { throw new NullPointerException(\"none\");"
                + " }),OperatorDescription.of(OperatorGroup.STATISTIC, \"worst\","
                + " \"x\").making(arguments -> (TextOperator) d -> Decision.KEPT)",
            "")
        .write(directory.resolve("bad.jar"));
    LoadedPlugins loaded = LoadedPlugins.of(directory);
    assertThat(loaded.problems()).isEmpty();
    List<String> told = new ArrayList<>();
    for (String name : List.of("bad", "worse", "worst")) {
      loaded.registry().bind(name, Map.of(), "here", (s, o, m) -> told.add(s + ": " + m));
    }
    assertThat(told)
        .containsExactly(
            "bad: min is above max",
            "worse: operator worse of plug-in misbehaving 1.0 failed to load (NullPointerException:"
                + " none). Fix the plug-in",
            "worst: operator worst of plug-in misbehaving 1.0 is in group statistic, but is not a"
                + " Statistic. Fix the operator");
  }

  /** All of them are lines of a list of problems. */
  @Test
  void shouldNameTheJarWhoseListOfOperatorsCannotBeMade() throws Exception {
    String asked = "--plugins bad.jar: failed to load (";
    String none =
        "IllegalStateException: all() of plugin.Family returns null, or a list that contains null)."
            + " Fix the plug-in";
    assertThat(problemsOfListing("return null;")).containsExactly(asked + none);
    assertThat(problemsOfListing("return Collections.singletonList(null);"))
        .containsExactly(asked + none);
    assertThat(problemsOfListing("throw new AssertionError(\"odd\");"))
        .containsExactly(asked + "AssertionError: odd). Fix the plug-in");
    assertThat(
            problemsOfListing(
                "try { Thread.sleep(60_000); } catch (InterruptedException e) { } return"
                    + " List.of();"))
        .containsExactly(
            "--plugins bad.jar: plug-in misbehaving 1.0 takes longer than 500ms for the list of its"
                + " operators. Fix the operator, or raise --plugin-timeout");
  }

  private List<String> problemsOfListing(String body) throws IOException {
    TestingPlugin.of("misbehaving", "1.0")
        .with(
            "plugin.Family",
            """
            package plugin;
            import dev.sluice.operators.*;
            import java.util.*;
            public final class Family implements OperatorFamily {
              @Override public List<OperatorDescription> all() { %s }
            }
            """
                .formatted(body))
        .naming("plugin.Family")
        .write(directory.resolve("bad.jar"));
    return LoadedPlugins.of(directory, SHORT_FOR_LOADING).problems();
  }

  @Test
  void shouldNameTheParameterWhoseValueCannotBeRead() throws Exception {
    String failing = "if (text.equals(\"%s\")) { throw new IllegalStateException(\"odd\"); }";
    assertThat(problemsOfReading(failing.formatted("0")))
        .containsExactly(
            "--plugins bad.jar: the default of bad.min cannot be read: IllegalStateException: odd");
    assertThat(problemsOfReading(failing.formatted("7")))
        .containsExactly("bad.min: cannot be read: java.lang.IllegalStateException: odd");
  }

  /** Of the default, 0, or else of the value 7. */
  private List<String> problemsOfReading(String reading) throws IOException {
    TestingPlugin.of("misbehaving", "1.0")
        .family(
            "OperatorDescription.of(OperatorGroup.FILTER, \"bad\", \"x\").parameters(MIN)"
                + ".making(arguments -> (TextOperator) d -> Decision.KEPT)",
            "static boolean slept; static final Parameter<String> MIN = Parameter.of(\"min\", new"
                + " ValueType<String>(\"a number\", text -> { "
                + reading
                + " return text; }, text -> text), \"0\", \"Least.\");")
        .write(directory.resolve("bad.jar"));
    LoadedPlugins loaded = LoadedPlugins.of(directory, SHORT_FOR_LOADING);
    List<String> told = new ArrayList<>(loaded.problems());
    if (told.isEmpty()) {
      ParameterValue seven = new ParameterValue(List.of("7"), false, "there");
      loaded
          .registry()
          .bind("bad", Map.of("min", seven), "here", (s, o, m) -> told.add(s + ": " + m));
    }
    return told;
  }

  @Test
  void shouldNameTheOperatorThatCannotBeCreated() throws Exception {
    String asked = "bad: " + ABOUT + " failed to load (";
    assertThat(problemsOfCreating("throw new AssertionError(\"odd\");"))
        .containsExactly(asked + "AssertionError: odd). Fix the plug-in");
    assertThat(problemsOfCreating(returning("return null;")))
        .containsExactly(
            asked + "NullPointerException: requiredFields() is null). Fix the plug-in");
    assertThat(problemsOfCreating(returning("throw new AssertionError(\"odd\");")))
        .containsExactly(asked + "AssertionError: odd). Fix the plug-in");
    assertThat(
            problemsOfCreating(
                "try { Thread.sleep(60_000); } catch (InterruptedException e) { } return null;"))
        .containsExactly(
            "bad: "
                + ABOUT
                + " takes longer than 500ms for its creation. Fix the operator, or raise"
                + " --plugin-timeout");
  }

  private static String returning(String requiredFields) {
    return "return new TextOperator() { public Decision apply(Document d) { return Decision.KEPT; }"
        + " public Set<String> requiredFields() { "
        + requiredFields
        + " } };";
  }

  private List<String> problemsOfCreating(String body) throws IOException {
    TestingPlugin.of("misbehaving", "1.0")
        .family(
            "OperatorDescription.of(OperatorGroup.FILTER, \"bad\", \"x\").making(Family::made)",
            "private static Operator made(Arguments arguments) { " + body + " }")
        .write(directory.resolve("bad.jar"));
    LoadedPlugins loaded = LoadedPlugins.of(directory, SHORT_FOR_LOADING);
    assertThat(loaded.problems()).isEmpty();
    List<String> told = new ArrayList<>();
    loaded.registry().bind("bad", Map.of(), "here", (s, o, m) -> told.add(s + ": " + m));
    return told;
  }

  @Test
  void shouldRunUnderItsOwnClassLoader() throws Exception {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    String own = "Thread.currentThread().getContextClassLoader() == Family.class.getClassLoader()";
    assertThat(problemsOfCreating("if (%s) { return null; } throw new Error();".formatted(own)))
        .containsExactly("bad: " + ABOUT + " is in group filter, but is null. Fix the operator");
    assertThat(bad(own + " ? Decision.KEPT : null").apply(document("x"))).isEqualTo(Decision.KEPT);
    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
  }
}
