package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An output that is added to: a second dump, later files of a dump, sources that are gone. */
class LaterInputIT {
  @TempDir Path directory;

  @Test
  void shouldReadOnlyWhatIsNewAndRememberWhatWasKept() throws IOException {
    Path all = Undisturbed.source().resolve("data");
    Path input = Files.createDirectories(directory.resolve("input"));
    Job job = Job.of(input, directory.resolve("output"));
    Sources.copy(all.resolve("CC-MAIN-2013-20"), input.resolve("data/CC-MAIN-2013-20"));
    job.run(0);
    SortedMap<String, String> first = job.result().files();
    long kept = total(job, "kept");
    long rows = total(job, "rows");

    Sources.copy(all.resolve("CC-MAIN-2014-10"), input.resolve("data/CC-MAIN-2014-10"));
    Job plain = new Job(input, job.output(), List.of("--progress=plain"));
    Program.Ended ended = plain.run(0);
    assertThat(ended.out()).contains("Sealed: data/CC-MAIN-2014-10#1\n" + added(job, kept, rows));
    assertThat(ended.err())
        .contains(
            "100 %%, %,d rows, %,d kept, "
                .formatted(total(job, "rows") - rows, total(job, "kept") - kept));
    assertThat(filesOf(job, "CC-MAIN-2013-20")).isEqualTo(only(first, "CC-MAIN-2013-20"));
    assertSame(job, PlainCuration.of(input, PlainCuration.Rules.DEFAULT));
    SortedMap<String, String> second = job.result().files();

    assertThat(job.run(0).out()).startsWith("Nothing new");
    assertThat(job.result().files()).isEqualTo(second);

    long keptBefore = total(job, "kept");
    long rowsBefore = total(job, "rows");
    PlainCuration.Result expected = expectedWithLaterFile(input);
    Files.delete(input.resolve("data/CC-MAIN-2013-20/000_00000.parquet"));
    assertThat(job.run(0).out())
        .contains("Sealed: data/CC-MAIN-2013-20#2\n" + added(job, keptBefore, rowsBefore));
    assertThat(job.result().files()).containsAllEntriesOf(only(second, "en/"));
    assertSame(job, expected);
    job.result().hasNoLeftovers();
  }

  /** It is shorter, of the same length, or longer. */
  @ParameterizedTest
  @ValueSource(strings = {"secnd", "sEcond", "seecond"})
  void shouldNotBeDoneWhereAFileHasChangedThatWasRead(String text) throws IOException {
    Path input = directory.resolve("input");
    Job job = Job.of(input, directory.resolve("output"));
    Path first = write(input, "a.jsonl", "first");
    job.run(0);
    Path second = write(input, "b.jsonl", "second");
    job.run(0);
    SortedMap<String, String> files = job.result().files();
    String read = Files.readString(second);
    String other = read.replace("second document", text + " document");

    Files.writeString(second, other);
    Files.setLastModifiedTime(second, FileTime.fromMillis(1_000));
    Files.setLastModifiedTime(first, FileTime.fromMillis(1_000)); // as a copy's is
    Program.Ended changed = job.run(4);
    assertThat(changed.out())
        .startsWith(
            "Nothing new: all files found in the input have already been read, except for files"
                + " that have changed since.\n");
    assertThat(changed.err().lines().filter(line -> line.startsWith("sluice: changed ")))
        .singleElement()
        .asString()
        .startsWith(
            "sluice: changed b.jsonl: the file has %,d bytes (modified at "
                .formatted(other.length()))
        .contains(", but had %,d bytes (modified at ".formatted(read.length()))
        .endsWith(
            "or forget its unit with \"reset --output OUT --unit .#2\"; the next run then reads the"
                + " unit again");
    write(input, "c.jsonl", "third");
    assertThat(Job.of(input, job.output(), "--json").run(4).out())
        .contains("\"b.jsonl\" : \"the file has ", "\"sealed\" : [ \".#3\" ]");
    assertThat(job.result().files()).as("what was read").containsAllEntriesOf(only(files, "en/"));

    Files.writeString(second, read);
    job.run(0);
    Files.writeString(second, other);
    Program.run("reset", "--output=" + job.output(), "--unit=.#2").with(0);
    job.run(0);
  }

  private static Path write(Path input, String name, String text) throws IOException {
    return Files.writeString(
        Files.createDirectories(input).resolve(name),
        "{\"id\": \"%s\", \"text\": \"%s document\", \"score\": 4.5}\n".formatted(text, text));
  }

  /** The line about what came to an output of so many documents and rows. */
  private static String added(Job job, long kept, long rows) {
    return "Added %,d documents from %,d rows. The tables below cover the whole output.\n"
        .formatted(total(job, "kept") - kept, total(job, "rows") - rows);
  }

  private static long total(Job job, String counter) {
    Output output = job.result();
    return output.dumps().stream().mapToLong(dump -> output.counters(dump).get(counter)).sum();
  }

  /** A file for the first dump that comes after all others, here and in the order of paths. */
  private static PlainCuration.Result expectedWithLaterFile(Path input) throws IOException {
    Path later = Undisturbed.source().resolve("data/CC-MAIN-2015-14/000_00000.parquet");
    Sources.copyFile(later, input.resolve("data/CC-MAIN-2015-14/later.parquet"));
    PlainCuration.Result expected = PlainCuration.of(input, PlainCuration.Rules.DEFAULT);
    Path moved = input.resolve("data/CC-MAIN-2013-20/later.parquet");
    Files.move(input.resolve("data/CC-MAIN-2015-14/later.parquet"), moved);
    Files.delete(input.resolve("data/CC-MAIN-2015-14"));
    return expected;
  }

  private static void assertSame(Job job, PlainCuration.Result expected) {
    assertThat(Differences.between(expected.kept(), job.result().kept())).isEmpty();
    assertThat(job.result().countersByDump()).isEqualTo(expected.counters());
  }

  private static SortedMap<String, String> filesOf(Job job, String part) {
    return only(job.result().files(), part);
  }

  private static SortedMap<String, String> only(SortedMap<String, String> files, String part) {
    SortedMap<String, String> found = new TreeMap<>(files);
    found.keySet().removeIf(path -> !path.contains(part));
    return found;
  }
}
