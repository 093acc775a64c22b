package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code takedown --near-copies}. Documents are taken down, and come again in later dumps: as they
 * were, under other ids, and edited. None of them may be in the output.
 */
class NearTakedownIT {
  private static final String FIRST = "CC-MAIN-2013-20";
  private static final String SAME_IDS = "CC-MAIN-2014-10";
  private static final String SAME_TEXTS = "CC-MAIN-2014-15";
  private static final String EDITED = "CC-MAIN-2015-14";
  private static final int COPIES = 60;
  private static final int WORDS = 300;

  /** So many changed words that the similarity of sequences of five words is 0.9. */
  private static final double CHANGED = 0.0107;

  private final Random random = new Random(5);
  private final List<String> texts = new ArrayList<>();
  private final List<String> ids = new ArrayList<>();

  @TempDir Path directory;
  private Path input;
  private Path file;

  @BeforeEach
  void prepare() throws IOException {
    input = directory.resolve("input");
    file = directory.resolve("ids.txt");
    for (int i = 0; i < COPIES; i++) {
      texts.add(text());
      ids.add("page-" + i);
    }
    Files.write(file, ids);
    write(FIRST, "page", texts, FIRST);
  }

  private String text() {
    return IntStream.range(0, WORDS).mapToObj(i -> word()).collect(Collectors.joining(" "));
  }

  private String word() {
    return "w" + Integer.toString(random.nextInt(50_000), Character.MAX_RADIX);
  }

  private String edited(String text) {
    return text.lines()
        .flatMap(line -> List.of(line.split(" ")).stream())
        .map(word -> random.nextDouble() < CHANGED ? word() : word)
        .collect(Collectors.joining(" "));
  }

  /** Writes texts and, so that something stays, as many others. */
  private void write(String dump, String name, List<String> some, String others) {
    List<Sources.Row> rows = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      rows.add(new Sources.Row(name + "-" + i, some.get(i), 4.2, dump));
      rows.add(new Sources.Row("other-" + others + "-" + i, text(), 4.2, dump));
    }
    Sources.write(input.resolve("data/%s/0.parquet".formatted(dump)), List.of(rows));
  }

  private void writeLater() {
    write(SAME_IDS, "page", texts, SAME_IDS);
    write(SAME_TEXTS, "same", texts, SAME_TEXTS);
    write(EDITED, "edited", texts.stream().map(this::edited).toList(), EDITED);
  }

  private Job job(String name, String... options) {
    return Job.of(input, directory.resolve(name), options);
  }

  private Program.Ended takeDown(Job job, String... more) {
    return Program.run(TakedownIT.takedown(job.output(), more));
  }

  private static void requireOnlyOthers(Job job) {
    assertThat(job.result().rows(""))
        .isNotEmpty()
        .allMatch(row -> row.id().startsWith("other-"), "of another text");
  }

  private static long count(Job job, String dump, String outcome) {
    return job.result().counters(dump).getOrDefault(outcome, 0L);
  }

  private String validate(Job job) {
    return Program.run("validate", job.output().toString(), "--source=" + input).with(0).out();
  }

  /** Reports show texts and ids of the worst pairs. */
  private void requireNoText(String shown) {
    requireNoSequence(shown);
    assertThat(shown).doesNotContain("page-1");
  }

  private void requireNoSequence(String shown) {
    Set<String> removed = new HashSet<>();
    texts.forEach(text -> removed.addAll(sequences(text)));
    assertThat(sequences(shown)).isNotEmpty().doesNotContainAnyElementsOf(removed);
  }

  /** Copies that were dropped later are examples in the run history. */
  private void requireNoTextInHistory(Job job) throws IOException {
    requireNoSequence(Files.readString(job.output().resolve("_sluice/work/run.json")));
  }

  /** What the page of the report shows of the evidence. */
  private String pairs(Job job) throws IOException {
    Path page = directory.resolve("page.html");
    String output = job.output().toString();
    Program.run("report", output, "--source=" + input, "--html", page.toString()).with(0);
    return Pattern.compile("<(h3|pre class=\"pair\")>[^<]*|<p[^>]*>(Removed|Kept): [^<]*")
        .matcher(Files.readString(page))
        .results()
        .map(MatchResult::group)
        .collect(Collectors.joining("\n"));
  }

  private static List<String> sequences(String text) {
    List<String> words = List.of(text.split("[^a-z0-9]+"));
    return IntStream.rangeClosed(0, words.size() - 3)
        .mapToObj(i -> String.join(" ", words.subList(i, i + 3)))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"near-dedup.method=", "near-dedup.method=minhash"})
  void shouldKeepNearCopiesAway(String near) throws IOException {
    Job job = job("later", "--set", near);
    job.run(0);
    String planned = takeDown(job, "--ids=" + file, "--near-copies", "--dry-run").with(0).out();
    assertThat(planned).contains("%d id, %<d near, %<d text".formatted(COPIES));
    takeDown(job, "--ids=" + file, "--near-copies").with(0);
    assertThat(count(job, FIRST, "taken_down")).isEqualTo(COPIES);
    validate(job);

    writeLater();
    job.run(0);

    requireOnlyOthers(job);
    assertThat(count(job, SAME_IDS, "duplicates_removed")).isEqualTo(COPIES);
    boolean deduplicates = !near.endsWith("=");
    assertThat(count(job, SAME_TEXTS, deduplicates ? "near_duplicates_removed" : "taken_down"))
        .isEqualTo(COPIES);
    assertThat(count(job, EDITED, "taken_down") + count(job, EDITED, "near_duplicates_removed"))
        .isEqualTo(COPIES);
    assertThat(count(job, EDITED, "kept")).isEqualTo(COPIES);
    requireNoText(validate(job));
    if (deduplicates) {
      requireNoText(pairs(job));
    }
    requireNoTextInHistory(job);

    Path list = directory.resolve("all.list");
    takeDown(job, "--export=" + list).with(0);
    Job scratch = job("scratch", "--set", near, "--set", "blocklist.entries=" + list);
    scratch.run(0);
    TakedownIT.assertSame(scratch.result(), job.result());
    requireNoTextInHistory(scratch);
    Job again = job("again", "--like=" + MakeAgainIT.record(job.output()));
    again.run(0);
    TakedownIT.assertSame(again.result(), job.result());
  }

  /** Nothing earlier is left of which they would be duplicates. */
  @ParameterizedTest
  @ValueSource(strings = {"near-dedup.method=", "near-dedup.method=minhash"})
  void shouldKeepNearCopiesAwayAfterAReset(String near) throws IOException {
    Job job =
        near.endsWith("=")
            ? job("out")
            : job("out", "--set", near, "--set", "near-dedup.scope=dump");
    job.run(0);
    takeDown(job, "--ids=" + file, "--near-copies").with(0);
    Program.run("reset", "--output=" + job.output(), "--dump", FIRST, "--progress=none").with(0);
    writeLater();
    job.run(0);

    requireOnlyOthers(job);
    for (String dump : List.of(FIRST, SAME_TEXTS, EDITED)) {
      assertThat(count(job, dump, "taken_down")).as(dump).isEqualTo(COPIES);
    }
    assertThat(count(job, SAME_IDS, "taken_down") + count(job, SAME_IDS, "duplicates_removed"))
        .isEqualTo(COPIES);
    validate(job);
  }

  /** Copies that are there already are removed, those of a single text, and only when asked. */
  @Test
  void shouldRemoveNearCopiesOfATextFromThePast() throws IOException {
    writeLater();
    Job job = job("out");
    job.run(0);
    Path text =
        Files.writeString(directory.resolve("text"), texts.get(3).toUpperCase(Locale.ROOT) + "!\n");
    List<String> copies = List.of("page-3", "same-3", "edited-3");

    assertThat(takeDown(job, "--like-text=" + text).with(0).out()).contains("documents  0");
    assertThat(takeDown(job, "--like-text=" + text, "--near-copies").with(0).out())
        .contains("1 near", "documents  " + copies.size());
    assertThat(job.result().rows("")).noneMatch(row -> copies.contains(row.id()));
    assertThat(job.result().rows("")).anyMatch(row -> row.id().equals("page-4"));
    validate(job);
  }

  /** The output does not have the texts of documents that were taken down before. */
  @Test
  void shouldSayHowManyDocumentsHaveNoNearCopies() throws IOException {
    Job job = job("out");
    job.run(0);
    Path some = Files.write(directory.resolve("some.txt"), ids.subList(0, 20));
    String without = "20 of the listed entries have no near-copies";

    assertThat(takeDown(job, "--ids=" + some).with(0).out()).doesNotContain("near-copies");
    assertThat(takeDown(job, "--ids=" + some, "--near-copies").with(0).out())
        .contains("nothing new", without);
    assertThat(takeDown(job, "--ids=" + file, "--near-copies", "--dry-run").with(0).out())
        .contains("already listed: 20 id", without);
    takeDown(job, "--ids=" + file, "--near-copies").with(0);
    assertThat(takeDown(job, "--ids=" + file, "--near-copies", "--json").with(0).out())
        .contains("\"nothing_new\"", "\"without_near_copies\" : 20");
  }

  @Test
  void shouldNeedTexts() throws IOException {
    Job job = job("out");
    job.run(0);
    assertThat(takeDown(job, "--ids=" + file, "--no-same-texts", "--near-copies").with(2).err())
        .contains("--near-copies needs texts");
    assertThat(takeDown(job, "--near-copies", "--list").with(2).err()).contains("--near-copies");
    Job other =
        job("other", "--set", "blocklist.ids=" + file, "--set", "blocklist.near-copies=true");
    assertThat(other.run(2).err()).contains("blocklist.near-copies", "blocklist.texts");

    Path given = directory.resolve("texts.jsonl");
    Files.writeString(given, "{\"text\":\"%s\"}\n".formatted(edited(texts.get(0))));
    String[] keys = {"--set", "blocklist.texts=" + given, "--set", "blocklist.near-copies=true"};
    Job like = job("like", keys);
    like.run(0);
    assertThat(like.result().rows("")).noneMatch(row -> row.id().equals("page-0"));
    assertThat(count(like, FIRST, "taken_down")).isEqualTo(1);
    assertThat(job("out", keys).run(2).err())
        .contains("sluice takedown", "--texts", "--near-copies");
  }
}
