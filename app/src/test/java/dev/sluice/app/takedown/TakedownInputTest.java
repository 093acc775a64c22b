package dev.sluice.app.takedown;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.takedown.TakedownInput.Content;
import dev.sluice.app.takedown.TakedownInput.NamedFile;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.shard.ShardWriter;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.takedown.TakedownList;
import dev.sluice.storage.write.ShardCompression;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TakedownInputTest {
  private static final long ENOUGH = 64 << 20;

  @TempDir Path directory;

  private Path file(String name, byte[] content) throws IOException {
    return Files.write(directory.resolve(name), content);
  }

  private Path file(String name, String content) throws IOException {
    return file(name, content.getBytes(UTF_8));
  }

  private static NamedFile named(Content content, Path file) {
    return new NamedFile(content, file.toString());
  }

  private static TakedownList read(Content content, Path file) throws IOException {
    return TakedownInput.read(List.of(named(content, file)), false, ENOUGH);
  }

  private static TakedownList list(Consumer<TakedownList.Builder> entries) {
    TakedownList.Builder list = new TakedownList.Builder();
    entries.accept(list);
    return list.build();
  }

  private static TakedownList ids(String... ids) {
    return list(all -> Arrays.asList(ids).forEach(id -> all.id(id.getBytes(UTF_8))));
  }

  private static TakedownList texts(String... texts) {
    return list(
        all -> {
          for (String text : texts) {
            all.text(text.getBytes(UTF_8), 0, text.getBytes(UTF_8).length);
          }
        });
  }

  private static void requireSame(TakedownList read, TakedownList expected) {
    assertThat(read.counts()).isEqualTo(expected.counts());
    assertThat(read.bytes()).isEqualTo(expected.bytes());
  }

  private static void requireRefused(Content content, Path file, String... problems) {
    assertThatThrownBy(() -> read(content, file))
        .isInstanceOfSatisfying(
            JobRefusedException.class,
            e ->
                assertThat(e.reasons())
                    .extracting(JobRefusedException.Reason::line)
                    .containsExactly(problems));
  }

  @Test
  void shouldReadLines() throws IOException {
    Path ids = file("ids.txt", "a\n\n  \r\nb c\r\n\u00FC\na\n d");
    requireSame(read(Content.IDS, ids), ids("a", "b c", "\u00FC", " d"));

    Path urls = file("urls", "\uFEFFhttps://www.example.org/a\r\n example.org/b/ \nurn:x\n");
    requireSame(
        read(Content.URLS, urls),
        list(
            all -> {
              all.url("example.org/a");
              all.url("https://example.org/b");
              all.url("urn:x");
            }));

    Path domains = file("domains.txt", "Example.ORG\nm\u00FCnchen.example\n");
    requireSame(
        read(Content.DOMAINS, domains),
        list(
            all -> {
              all.domain("example.org");
              all.domain("xn--mnchen-3ya.example");
            }));
  }

  @Test
  void shouldReadCompressedLines() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write("a\nb\n".getBytes(UTF_8));
    }

    requireSame(read(Content.IDS, file("ids.txt.gz", bytes.toByteArray())), ids("a", "b"));
  }

  @Test
  void shouldJoinAllFiles() throws IOException {
    Path some = file("some.txt", "a\nb\n");
    Path others = file("others.txt", "b\nc\n");
    Path entries = file("x.list", texts("one text").bytes());

    TakedownList all =
        TakedownInput.read(
            List.of(
                named(Content.IDS, some),
                named(Content.IDS, others),
                named(Content.ENTRIES, entries)),
            false,
            ENOUGH);

    requireSame(all, TakedownList.union(List.of(ids("a", "b", "c"), texts("one text"))));
  }

  @Test
  void shouldReadTextsOfRows() throws IOException {
    Path json = file("texts.jsonl", "{\"text\": \"one\\n\"}\n{\"id\": 1, \"text\": \"\\u00fc\"}\n");
    requireSame(read(Content.TEXTS, json), texts("one\n", "\u00FC"));

    file("more.jsonl", "{\"text\": \"three\"}");
    requireSame(read(Content.TEXTS, directory), texts("one\n", "\u00FC", "three"));
  }

  @Test
  void shouldReadTextsOfParquet() throws IOException {
    Path file = directory.resolve("texts.parquet");
    ShardWriter writer =
        new ShardWriter(
            new ShardFormat(ColumnRole.FIELDS, ShardCompression.ZSTD, 1, 64 << 10, 1 << 20), file);
    for (String text : List.of("one", "", "\u00FC\n")) {
      byte[] bytes = text.getBytes(UTF_8);
      writer.write(new ShardRow(new byte[] {'i'}, bytes, 0, bytes.length, 1, "dump"));
    }
    writer.close(new TreeMap<>());

    requireSame(read(Content.TEXTS, file), texts("one", "", "\u00FC\n"));
  }

  @Test
  void shouldReadOneText() throws IOException {
    requireSame(read(Content.LIKE_TEXT, file("1", "a\nb")), texts("a\nb"));
    requireSame(read(Content.LIKE_TEXT, file("2", "a\nb\n")), texts("a\nb", "a\nb\n"));
    requireSame(read(Content.LIKE_TEXT, file("3", "a\r\n")), texts("a", "a\r\n"));
    requireSame(read(Content.LIKE_TEXT, file("4", "\n")), texts("", "\n"));
    requireRefused(
        Content.LIKE_TEXT,
        file("5", "\u00FC".getBytes(ISO_8859_1)),
        directory.resolve("5") + ": it is not UTF-8");
  }

  @Test
  void shouldRefuseFilesWithoutEntries() throws IOException {
    Path blank = file("blank.txt", "\n \r\n");
    Path empty = file("empty.jsonl", "");
    Path none = file("none.list", list(nothing -> {}).bytes());

    requireRefused(Content.IDS, blank, blank + ": it has no ids");
    requireRefused(Content.URLS, blank, blank + ": it has no URLs");
    requireRefused(Content.DOMAINS, blank, blank + ": it has no domains");
    requireRefused(Content.TEXTS, empty, empty + ": it has no texts");
    requireRefused(Content.LIKE_TEXT, empty, empty + ": it has no text");
    requireRefused(Content.ENTRIES, none, none + ": it has no entries");
  }

  @Test
  void shouldNameTheLinesThatAreWrong() throws IOException {
    Path domains = file("domains.txt", "example.org\nhttps://example.org\n\ncom\r\n");
    requireRefused(
        Content.DOMAINS,
        domains,
        domains
            + ", line 2: \"https://example.org\" is not a domain; write it without scheme, port and"
            + " path, such as example.org, and in Punycode (xn--...) if it is not ASCII",
        domains
            + ", line 4: \"com\" is one label, which would name every domain that ends in it; write"
            + " at least two, such as example.org");

    Path ids = file("ids.txt", "a\n" + "b".repeat(70_000) + "\nc");
    requireRefused(
        Content.IDS, ids, ids + ", line 2: it has 70,000 bytes; at most 65,536 are allowed");

    Path latin = file("latin.txt", "a\n\u00FC\n".getBytes(ISO_8859_1));
    requireRefused(Content.URLS, latin, latin + ", line 2: it is not UTF-8");
    Path wide = file("wide.txt", "a".getBytes(UTF_16));
    requireRefused(Content.IDS, wide, wide + ", line 1: it is not UTF-8");
  }

  @Test
  void shouldNameTheRowsThatHaveNoText() throws IOException {
    Path json =
        file("texts.jsonl", "{\"text\": null}\n{\"text\": 3}\n{\"text\": \"a\"}\n{\"id\": 7}\n");

    assertThatThrownBy(() -> read(Content.TEXTS, json))
        .isInstanceOf(JobRefusedException.class)
        .hasMessageContaining(json + ", line 1: ")
        .hasMessageContaining(json + ", line 2: ")
        .hasMessageContaining(json + ", line 4: ");
  }

  @Test
  void shouldTellWhatNamesCertainEntriesOnly() throws IOException {
    Path ids = file("ids.txt", "a\nb\n\na\r\nc");
    Path urls = file("urls.txt", "http://x.example/\nhttps://www.x.example\ny.example/1\n");
    Path domains = file("domains.txt", "x.example\nY.example\n");
    Path texts = file("texts.jsonl", "{\"text\":\"one\"}\n{\"text\":\"two\"}\n");
    Path one = file("one.txt", "one\n");
    Path two = file("two.txt", "two\n");
    Path some = file("some.list", ids("a", "b", "c").bytes());
    Path none = file("none.list", ids("b", "c").bytes());
    TakedownList entries =
        TakedownList.union(
            List.of(
                ids("a", "z"),
                texts("two", "two\n", "one"),
                list(
                    all -> {
                      all.url("x.example");
                      all.domain("y.example");
                    })));

    assertThat(
            TakedownInput.unmatched(
                    List.of(
                        named(Content.IDS, ids),
                        named(Content.URLS, urls),
                        named(Content.DOMAINS, domains),
                        named(Content.TEXTS, texts),
                        named(Content.LIKE_TEXT, one),
                        named(Content.LIKE_TEXT, two),
                        named(Content.ENTRIES, some),
                        named(Content.ENTRIES, none)),
                    false,
                    entries)
                .first())
        .containsExactly(
            "a",
            "a",
            "http://x.example/",
            "https://www.x.example",
            "Y.example",
            texts + ", line 1",
            texts + ", line 2",
            two.toString(),
            some + ": 1 of its entries");
  }

  @Test
  void shouldCountUnmatchedEntriesOfShortLists() throws IOException {
    Path one = file("one.list", ids("a", "b").bytes());

    TakedownInput.Unmatched unmatched =
        TakedownInput.unmatched(List.of(named(Content.ENTRIES, one)), false, ids("b"));

    assertThat(unmatched.count()).isEqualTo(1);
    assertThat(unmatched.first()).containsExactly(one + ": 1 of its entries");
  }

  @Test
  void shouldKeepTheFirstHundredThousandUnmatched() throws IOException {
    Path ids = file("ids.txt", String.join("\n", Collections.nCopies(100_001, "a")));

    TakedownInput.Unmatched unmatched =
        TakedownInput.unmatched(List.of(named(Content.IDS, ids)), false, ids("a"));

    assertThat(unmatched.count()).isEqualTo(100_001);
    assertThat(unmatched.first()).hasSize(100_000);
  }

  @Test
  void shouldReportTenProblemsAtMost() throws IOException {
    Path domains = file("domains.txt", String.join("\n", Collections.nCopies(1000, "com")));

    assertThatThrownBy(() -> read(Content.DOMAINS, domains))
        .isInstanceOfSatisfying(JobRefusedException.class, e -> assertThat(e.reasons()).hasSize(11))
        .hasMessageEndingWith("; there may be more problems");
  }

  @Test
  void shouldReportProblemsOfAllFiles() throws IOException {
    Path missing = directory.resolve("missing.txt");
    Path data = file("data.csv", "text\na");
    Path other = file("other.list", "SLUBLOK");

    assertThatThrownBy(
            () ->
                TakedownInput.read(
                    List.of(
                        named(Content.IDS, missing),
                        named(Content.URLS, directory),
                        named(Content.TEXTS, data),
                        named(Content.TEXTS, missing),
                        named(Content.LIKE_TEXT, missing),
                        named(Content.ENTRIES, missing),
                        named(Content.ENTRIES, other)),
                    false,
                    ENOUGH))
        .isInstanceOf(JobRefusedException.class)
        .hasMessageContainingAll(
            missing + ": no such file; ",
            directory + ": is a directory, not a file; ",
            data + ": CSV is not supported",
            missing + ": no such file or directory",
            other
                + ": it is not a list of a take-down; name a file of `_sluice/takedowns` that ends"
                + " in .list");
  }

  @Test
  void shouldRefuseMoreThanTheMemoryHolds() throws IOException {
    String many = String.join("\n", IntStream.range(0, 50_000).mapToObj(i -> "id" + i).toList());
    Path ids = file("ids.txt", many);

    assertThatThrownBy(() -> TakedownInput.read(List.of(named(Content.IDS, ids)), false, 2 << 20))
        .isInstanceOf(JobRefusedException.class)
        .hasMessage(
            ids
                + ", line 27,963: the 27,963 entries up to here need 2,097,225 bytes of memory, but"
                + " 2,097,152 are available; give the process more, or divide the entries among"
                + " several take-downs");
    assertThat(TakedownInput.read(List.of(named(Content.IDS, ids)), false, 5 << 20).count())
        .isEqualTo(50_000);

    Path list = file("x.list", read(Content.IDS, ids).bytes());
    assertThatThrownBy(
            () -> TakedownInput.read(List.of(named(Content.ENTRIES, list)), false, 5 << 20))
        .isInstanceOf(JobRefusedException.class)
        .hasMessage(
            list
                + ": its 850,018 bytes need 5,950,126 bytes of memory, but there are 5,242,880;"
                + " give the process more, or divide the entries among several take-downs");
    assertThatThrownBy(
            () -> TakedownInput.read(List.of(named(Content.LIKE_TEXT, list)), false, 1000))
        .isInstanceOf(JobRefusedException.class)
        .hasMessageContaining("; use --ids for its document");
  }
}
