package dev.sluice.app.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.app.monitor.RunDocument.Event;
import dev.sluice.app.monitor.RunDocument.Process;
import dev.sluice.app.monitor.RunDocument.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunFileTest {
  @TempDir private Path directory;

  private Path path() {
    return directory.resolve(RunFile.NAME);
  }

  private static RunLine.Head head(int number) {
    TreeMap<String, String> config = new TreeMap<>();
    config.put("sampling.seed", "42");
    Process process = new Process("run", "one", "1.0", 100 + number, 5 + number, null, null);
    return new RunLine.Head(RunDocument.FORMAT, number, "run", process, config, config);
  }

  private static RunDocument state(int dumps) {
    List<RunDocument.Dump> all =
        IntStream.range(0, dumps)
            .mapToObj(
                i ->
                    new RunDocument.Dump(
                        "CC-MAIN-" + i, RunDocument.Dump.WAITING, 1, 0, 100, 0, 0, 0, null))
            .toList();
    return new RunDocument(
        RunDocument.FORMAT,
        "run",
        1,
        "ready",
        List.of(),
        new Progress(1, 2, 0.5, null),
        all,
        null,
        List.of(),
        List.of(),
        0,
        new TreeMap<>(),
        List.of(),
        null,
        List.of(),
        null,
        null,
        null,
        null);
  }

  private static void add(RunFile file, Sample sample) {
    if (file.history().add(sample)) {
      file.append(new RunLine.Point(sample));
    }
  }

  private static void begin(RunFile file, int number) {
    file.history().begin(head(number));
    file.append(head(number));
  }

  private static void reach(RunFile file, int dumps, Sample sample) {
    RunLine.State state = new RunLine.State(state(dumps), sample);
    file.history().reach(state);
    file.append(state);
  }

  /** Of another version, or damaged. */
  @ParameterizedTest
  @ValueSource(strings = {"head", "end", "thinned", "sample", "event", "state", "other"})
  void shouldPassOverLinesThatLackFields(String kind) throws IOException {
    RunFile file = RunFile.open(directory);
    begin(file, 0);
    add(file, TestingSamples.after(0));
    file.close();
    Files.writeString(path(), "{\"line\": \"%s\"}\n".formatted(kind), StandardOpenOption.APPEND);
    RunFile next = RunFile.open(directory);
    begin(next, 1);
    next.close();
    assertThat(RunFile.read(path()).processes()).extracting(Process::pid).contains(100L, 101L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"progress", "dumps", "buckets", "dropped", "stages", "phases"})
  void shouldPassOverAStateWhoseDocumentLacksFields(String field) throws IOException {
    RunFile file = RunFile.open(directory);
    begin(file, 0);
    reach(file, 3, TestingSamples.after(0));
    reach(file, 4, TestingSamples.after(1));
    file.close();
    List<String> lines = new ArrayList<>(Files.readAllLines(path()));
    int last = lines.size() - 1;
    ObjectNode state = (ObjectNode) RunDocumentJson.MAPPER.readTree(lines.get(last));
    ((ObjectNode) state.get("document")).remove(field);
    lines.set(last, state.toString());
    Files.write(path(), lines);
    assertThat(RunFile.read(path()).document().orElseThrow().dumps()).hasSize(3);
  }

  @Test
  void shouldGoOnAfterAKill() throws IOException {
    RunFile killed = RunFile.open(directory);
    begin(killed, 0);
    add(killed, TestingSamples.after(0));
    add(killed, TestingSamples.after(1));
    reach(killed, 3, TestingSamples.after(2));

    RunFile next = RunFile.open(directory); // the first one was not closed
    begin(next, 1);
    add(next, TestingSamples.ofProcess(1, 9));
    next.close();

    RunHistory read = RunFile.read(path());
    assertThat(read.processes()).extracting(Process::pid).containsExactly(100L, 101L);
    assertThat(read.series().time())
        .containsExactly(
            TestingSamples.after(0).time(),
            TestingSamples.after(1).time(),
            TestingSamples.after(9).time());
    assertThat(read.document().orElseThrow().dumps()).hasSize(3);
  }

  @Test
  void shouldReadAFileThatWasTornAnywhere() throws IOException {
    RunFile file = RunFile.open(directory);
    begin(file, 0);
    for (int i = 0; i < 5; i++) {
      add(file, TestingSamples.after(i));
    }
    file.close();
    byte[] whole = Files.readAllBytes(path());
    int points = 0;
    for (int length = 0; length <= whole.length; length++) {
      Files.write(path(), Arrays.copyOf(whole, length));
      int read = RunFile.read(path()).series().time().size();
      assertThat(read).isBetween(points, points + 1);
      points = read;
      RunFile.open(directory).close(); // the torn line is dropped
      assertThat(Files.readString(path())).satisfies(text -> text.lines().forEach(this::isWhole));
    }
    assertThat(points).isEqualTo(5);
  }

  private void isWhole(String line) {
    assertThat(RunLineJson.read(line)).isPresent();
  }

  @Test
  void shouldBeBoundedWhateverItsLength() throws IOException {
    RunFile file = RunFile.open(directory);
    begin(file, 0);
    long largest = 0;
    for (int second = 0; second < 30_000; second++) {
      add(file, TestingSamples.after(second));
      if (second % 10 == 0) {
        reach(file, 110, TestingSamples.after(second));
        Event event = new Event(second, "unit_begun", "x".repeat(500));
        file.history().add(event);
        file.append(new RunLine.Happened(event));
        largest = Math.max(largest, Files.size(path()));
      }
    }
    file.close();
    assertThat(largest).isLessThan(4 << 20);
    RunHistory read = RunFile.read(path());
    assertThat(read.series().time()).hasSizeBetween(1_000, 2_000);
    assertThat(read.series().time())
        .isSorted()
        .last()
        .isEqualTo(TestingSamples.after(29_990).time());
    assertThat(read.events()).hasSize(500).last().extracting(Event::time).isEqualTo(29_990L);
  }

  @Test
  void shouldNotFailOnADirectoryThatCannotBeWritten() throws IOException {
    RunFile file = RunFile.open(directory);
    begin(file, 0);
    file.close();
    Files.delete(path());
    Files.createDirectory(path()); // nothing can be moved there
    Files.createFile(path().resolve("in the way"));
    for (int second = 0; second < 10; second++) {
      add(file, TestingSamples.after(second));
    }
    Files.delete(path().resolve("in the way"));
    Files.delete(path());
    add(file, TestingSamples.after(10));
    file.close();
    assertThat(RunFile.read(path()).series().time()).hasSize(11);
  }

  @Test
  void shouldSkipLinesOfLaterVersions() throws IOException {
    Files.writeString(
        path(),
        "{\"line\":\"weather\"}\n"
            + "null\n"
            + "7\n"
            + "{\"line\":\"event\",\"time\":3,\"kind\":\"disk\",\"text\":\"low\",\"new\":1}\n",
        UTF_8);
    assertThat(RunFile.read(path()).events()).containsExactly(new Event(3, "disk", "low"));
  }
}
