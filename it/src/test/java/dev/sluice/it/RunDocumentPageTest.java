package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunState;
import dev.sluice.app.monitor.Series.Figure;
import dev.sluice.app.progress.PhaseProgress;
import dev.sluice.core.BucketCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about the run document names all of its fields, in their order, and no others. */
class RunDocumentPageTest {
  private static final Pattern FIELD = Pattern.compile("\\| `([a-z_]+)` \\|.*");

  /** Their fields are those of the object that holds them. */
  private static final Set<Class<?>> UNWRAPPED = Set.of(RunState.class, BucketCounts.class);

  private static final Map<String, Class<? extends Record>> OBJECTS =
      Map.ofEntries(
          Map.entry("document", RunDocument.class),
          Map.entry("processes", RunDocument.Process.class),
          Map.entry("progress", RunState.Progress.class),
          Map.entry("dumps", RunState.Dump.class),
          Map.entry("flow", RunState.Flow.class),
          Map.entry("buckets", RunState.Bucket.class),
          Map.entry("dropped", RunState.Dropped.class),
          Map.entry("examples", RunState.Example.class),
          Map.entry("stages", RunState.Stage.class),
          Map.entry("holder", RunState.Holder.class),
          Map.entry("phases", PhaseProgress.Phase.class),
          Map.entry("events", RunDocument.Event.class));

  @Test
  void shouldNameTheFieldsOfEachObject() throws IOException {
    Map<String, List<String>> page = page();
    OBJECTS.forEach(
        (section, type) -> assertThat(page.get(section)).as(section).isEqualTo(fields(type)));
    assertThat(page.get("series"))
        .isEqualTo(
            Stream.concat(Stream.of("time"), Stream.of(Figure.values()).map(Figure::key)).toList());
    assertThat(
            Stream.of(RunDocument.class, RunState.class)
                .flatMap(each -> Stream.of(each.getDeclaredClasses()))
                .filter(Class::isRecord))
        .hasSize(OBJECTS.size() - 2);
  }

  private static List<String> fields(Class<? extends Record> type) {
    return Stream.of(type.getRecordComponents())
        .flatMap(
            component ->
                UNWRAPPED.contains(component.getType())
                    ? fields(component.getType().asSubclass(Record.class)).stream()
                    : Stream.of(component.getName()))
        .map(name -> name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT))
        .toList();
  }

  private static Map<String, List<String>> page() throws IOException {
    Map<String, List<String>> fields = new LinkedHashMap<>();
    String section = "";
    for (String line : Files.readAllLines(Repository.file("docs/reference/run-document.md"))) {
      Matcher field = FIELD.matcher(line);
      if (line.startsWith("## ")) {
        section = line.substring(3);
      } else if (field.matches()) {
        fields.computeIfAbsent(section, name -> new ArrayList<>()).add(field.group(1));
      }
    }
    return fields;
  }
}
