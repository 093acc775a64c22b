package dev.sluice.objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.PermanentException;
import dev.sluice.storage.output.Making.UnitEntry;
import dev.sluice.storage.output.Making.Units;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.output.UnitLists;
import dev.sluice.storage.page.SourceVersion.ListedVersion;
import dev.sluice.storage.publish.OutputFiles;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.source.JsonSource;
import dev.sluice.storage.text.InputTree;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.ReadOnlyFileSystemException;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectFileSystemTest {
  private final MemoryStore store = new MemoryStore();
  private final FileSystem system = new Memory().getFileSystem(URI.create("memory://bucket"));

  /** Objects in memory as a file system. */
  private final class Memory extends ObjectFileSystemProvider {
    Memory() {
      super("memory");
    }

    @Override
    protected ObjectStore open(String authority) {
      return store;
    }
  }

  private Path path(String text) {
    return system.getPath(text);
  }

  @Test
  void shouldShowAbsolutePathsAsUris() {
    Path path = path("/a/b c/d.parquet");

    assertThat(path).hasToString("memory://bucket/a/b c/d.parquet");
    assertThat(path(path.toString())).isEqualTo(path);
    assertThat(path.toUri()).hasToString("memory://bucket/a/b%20c/d.parquet");
    assertThat(Path.of(path.toString())).as("as a local path").isNotEqualTo(path);
    assertThat(path("/").relativize(path)).hasToString("a/b c/d.parquet");
    assertThat(path.getParent()).hasToString("memory://bucket/a/b c");
    assertThat(path("/a").getParent()).isEqualTo(path("/"));
    assertThat(path("/").getParent()).isNull();
    assertThat(path("a").getParent()).isNull();
  }

  @Test
  void shouldReadAFileThatIsReplacedMeanwhile() throws IOException {
    store.put("manifest.json", "version 0").beforeReads(number -> putVersion(number, 0, 2));

    assertThat(path("/manifest.json")).hasContent("version 2");
  }

  private void putVersion(int number, int before, int last) {
    if (number >= before && number < last) {
      store.put("manifest.json", "version " + (number + 1));
    }
  }

  /** Whether it was replaced before its first byte was read, or after some had been. */
  @ParameterizedTest
  @CsvSource({"0, 2", "1, 2", "1, 3", "2, 3", "0, 5"})
  void shouldReadALargeFileThatIsReplacedMeanwhile(int before, int last) throws IOException {
    store
        .put("all.json", large(0))
        .beforeReads(
            number -> {
              if (number >= before && number < last) {
                store.put("all.json", large(number + 1));
              }
            });

    byte[] read = Files.readAllBytes(path("/all.json"));

    assertThat(read).containsOnly(read[0]);
    assertThat(read).hasSize(large(read[0]).length);
  }

  /** Once by a larger one, and again when that is in memory as far as the first one was long. */
  @Test
  void shouldReadAFileThatIsReplacedWhileWhatIsNewInItIsRead() throws IOException {
    store
        .put("all.json", large(0))
        .beforeReads(
            number -> {
              replaceAt(1, number, large(1));
              replaceAt(3, number, large(2));
            });

    assertThat(Files.readAllBytes(path("/all.json"))).isEqualTo(large(2));
  }

  @Test
  void shouldReadAFileThatIsReplacedByAShorterOne() throws IOException {
    store.put("all.json", large(1)).beforeReads(number -> replaceAt(1, number, large(0)));

    assertThat(Files.readAllBytes(path("/all.json"))).isEqualTo(large(0));
  }

  /** Of which no hash was kept, so that it is read in pieces. */
  @Test
  void shouldCompareAFileThatIsReplacedMeanwhile() throws IOException {
    store.put("all.json", large(0)).beforeReads(number -> replaceAt(2, number, large(1)));

    assertThat(OutputFiles.of(path("/")).holds(path("/all.json"), Publication.sha256(large(1))))
        .isTrue();
  }

  private void replaceAt(int wanted, int number, byte[] bytes) {
    if (number == wanted) {
      store.put("all.json", bytes);
    }
  }

  /** Each is larger than the one before. */
  private static byte[] large(int version) {
    byte[] bytes = new byte[(5 << 20) + version * 1_000_000];
    Arrays.fill(bytes, (byte) version);
    return bytes;
  }

  /** Of the same size: whether it was replaced before the first reading, or between two. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void shouldReadTheListedVersionOfJsonOrNone(boolean readBefore) throws Exception {
    String line = "{\"text\":\"%s\"}\n";
    store.put("in/a.jsonl", line.formatted("before"));
    String tag = store.head("in/a.jsonl").orElseThrow().tag();
    ListedVersion version = new ListedVersion(line.formatted("before").length(), tag);
    ColumnMapping columns = ColumnMapping.textAlone("text");
    JsonSource source = JsonSource.open(path("/in/a.jsonl"), version, columns, FieldRules.DEFAULT);
    if (readBefore) {
      assertThat(source.read(row -> {})).isEqualTo(1);
    }

    store.put("in/a.jsonl", line.formatted("after."));

    assertThatThrownBy(() -> source.read(row -> {})).isInstanceOf(PermanentException.class);
  }

  @Test
  void shouldNotMixTwoVersionsOfAFileThatIsReadInPieces() throws IOException {
    store.put("all.json", large(0));

    try (InputStream in = Files.newInputStream(path("/all.json"))) {
      in.readNBytes(100);
      store.put("all.json", large(1));

      assertThatThrownBy(in::readAllBytes).isInstanceOf(PermanentException.class);
    }
  }

  /**
   * Readers of files of signatures read the end, and then many small blocks one after the other.
   */
  @Test
  void shouldReadManySmallBlocksWithFewRequests() throws IOException {
    int footer = 5_000;
    int block = 3_000;
    byte[] bytes = new byte[16 << 20];
    new Random(1).nextBytes(bytes);
    store.put("1-8.sig", bytes);
    store.requests();
    int blocks = 0;
    try (SeekableByteChannel channel = Files.newByteChannel(path("/1-8.sig"))) {
      assertThat(read(channel, bytes.length - 16, 16)).endsWith(bytes[bytes.length - 1]);
      read(channel, bytes.length - footer, footer - 16);
      int at = 4 << 20;
      for (; at + block <= bytes.length - footer; at += block) {
        read(channel, at, 4);
        assertThat(read(channel, at + 4, block - 4))
            .isEqualTo(Arrays.copyOfRange(bytes, at + 4, at + block));
        blocks++;
      }
    }
    assertThat(blocks).isGreaterThan(4_000);
    assertThat(store.requests()).hasSizeLessThan(15);
  }

  private static byte[] read(SeekableByteChannel channel, long at, int length) throws IOException {
    ByteBuffer target = ByteBuffer.allocate(length);
    while (target.hasRemaining()) {
      assertThat(channel.position(at + target.position()).read(target)).isPositive();
    }
    return target.array();
  }

  @Test
  void shouldNotAskForDirectoriesThatCameWithTheListingAbove() throws IOException {
    store.listingWhole().put("in/a/b/c.parquet", "c").put("in/a/d.parquet", "d").put("x", "x");

    List<InputTree.Entry> files = InputTree.below(path("/in")).files();

    assertThat(files)
        .extracting(InputTree.Entry::name)
        .containsExactly("a/d.parquet", "a/b/c.parquet");
    assertThat(store.requests()).containsExactly("list in/");
    store.put("in/a/e.parquet", "e");
    assertThat(InputTree.below(path("/in")).files()).as("listed again").hasSize(3);
  }

  /** As consoles of stores make them. */
  @Test
  void shouldWalkThroughAnEmptyDirectory() throws IOException {
    store.put("in/empty/", "").put("in/a.parquet", "a");

    assertThat(InputTree.below(path("/in")).files()).hasSize(1);
  }

  @Test
  void shouldOpenTheVersionOfAListingWithoutAsking() throws IOException {
    store.put("in/a.jsonl", "first");
    Path file = path("/in/a.jsonl");
    String tag = Files.readAttributes(file, BasicFileAttributes.class).fileKey().toString();
    store.requests();
    OpenOption listed = new ListedVersion(5, tag);

    try (InputStream in = Files.newInputStream(file, listed)) {
      assertThat(in.readAllBytes()).asString().isEqualTo("first");
    }
    assertThat(store.requests()).containsExactly("read in/a.jsonl 0+5");
    store.put("in/a.jsonl", "other");
    try (InputStream in = Files.newInputStream(file, listed)) {
      assertThatThrownBy(in::read).isInstanceOf(PermanentException.class);
    }
  }

  /** The local file system is the model. */
  @ParameterizedTest
  @CsvSource({"/a/b/c, /a/x", "/a, /a", "/, /a/b", "/a/b, /", "a/b, a/c/d", "a, b"})
  void shouldRelateAsLocalPaths(String first, String second) {
    Path here = Path.of(first);
    Path there = Path.of(second);

    assertThat(path(first).relativize(path(second)).toString())
        .isEqualTo(here.relativize(there).toString());
    assertThat(path(first).startsWith(path(second))).isEqualTo(here.startsWith(there));
    assertThat(path(first).endsWith(path(second))).isEqualTo(here.endsWith(there));
    assertThat(path(first).resolve(path("x/y")).getNameCount())
        .isEqualTo(here.resolve("x/y").getNameCount());
  }

  @ParameterizedTest
  @CsvSource({"a/./b/../c", "../a", "/../a", "a/../..", "/a/b/../../c"})
  void shouldNormalizeAsLocalPaths(String text) {
    String local = Path.of(text).normalize().toString();

    assertThat(path(text).normalize())
        .isEqualTo(path(local.isEmpty() && text.startsWith("/") ? "/" : local));
  }

  @ParameterizedTest
  @CsvSource({"**/*.parquet, a/b.parquet", "a/*/c, a/b/c", "/a/**, /a/b/c"})
  void shouldMatchGlobs(String glob, String text) {
    PathMatcher matcher = system.getPathMatcher("glob:" + glob);

    assertThat(matcher.matches(path(text))).isTrue();
    assertThat(matcher.matches(path(text + "x/y.z"))).isEqualTo(glob.endsWith("**"));
  }

  @Test
  void shouldListDirectoriesWithOneRequestEach() throws IOException {
    store.put("in/a/1.parquet", "one").put("in/a/2.parquet", "two").put("in/b.jsonl", "three");

    try (Stream<Path> found = Files.walk(path("/in"))) {
      assertThat(found.filter(Files::isRegularFile).map(Path::toString))
          .containsExactlyInAnyOrder(
              "memory://bucket/in/a/1.parquet",
              "memory://bucket/in/a/2.parquet",
              "memory://bucket/in/b.jsonl");
    }
    assertThat(store.requests()).filteredOn(request -> request.startsWith("list")).hasSize(2);
    assertThat(Files.isDirectory(path("/in"))).isTrue();
    assertThat(Files.exists(path("/nothing"))).isFalse();
    assertThat(Files.size(path("/in/b.jsonl"))).isEqualTo(5);
  }

  @Test
  void shouldReadWhatItHolds() throws IOException {
    byte[] bytes = new byte[300_000];
    new Random(5).nextBytes(bytes);
    store.put("object", bytes);

    assertThat(Files.readAllBytes(path("/object"))).isEqualTo(bytes);
    Random random = new Random(7);
    try (SeekableByteChannel channel = Files.newByteChannel(path("/object"))) {
      for (int i = 0; i < 200; i++) {
        int position = random.nextInt(bytes.length + 10);
        ByteBuffer target = ByteBuffer.allocate(1 + random.nextInt(100_000));
        int count = channel.position(position).read(target);
        if (position >= bytes.length) {
          assertThat(count).isEqualTo(-1);
        } else {
          assertThat(target.flip())
              .isEqualTo(ByteBuffer.wrap(bytes, position, count))
              .matches(ByteBuffer::hasRemaining);
        }
      }
    }
  }

  @Test
  void shouldOpenTheVersionThatWasSeen() throws IOException {
    store.put("object", "first");
    Path path = path("/object");
    Object seen = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    Set<OpenOption> options = Set.of(StandardOpenOption.READ, (OpenOption) seen);

    store.put("object", "other");

    try (SeekableByteChannel channel = Files.newByteChannel(path, options)) {
      assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(1)))
          .isInstanceOf(PermanentException.class);
    }
    assertThat(Files.readString(path)).isEqualTo("other");
  }

  @Test
  void shouldOnlyReadWhatIsReadOnly() {
    store.put("object", "text");
    assertThat(Files.isWritable(path("/object"))).isTrue();
    assertThatThrownBy(() -> Files.writeString(path("/object"), "other"))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("memory://bucket/object", "whole");

    store.readOnly();
    assertThatThrownBy(() -> new Publication(local).create(path("/new"), new byte[1]))
        .isInstanceOf(ReadOnlyFileSystemException.class);
    assertThatThrownBy(() -> Files.delete(path("/object")))
        .isInstanceOf(ReadOnlyFileSystemException.class);
    assertThat(Files.isWritable(path("/object"))).isFalse();
    assertThatThrownBy(() -> Files.readString(path("/nothing")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @TempDir Path local;

  private Path complete(String text) throws IOException {
    return Files.writeString(local.resolve("complete"), text);
  }

  @Test
  void shouldWriteAnObjectOnceThroughPublication() throws IOException {
    Publication publication = new Publication(local.resolve("tmp"));
    Path target = path("/out/a b/1.json");

    assertThat(publication.create(target, "one".getBytes(UTF_8))).isTrue();
    assertThat(publication.create(target, "one".getBytes(UTF_8))).isFalse();
    assertThatThrownBy(() -> publication.create(target, "two".getBytes(UTF_8)))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("memory://bucket/out/a b/1.json: the object holds different bytes");
    assertThat(Files.readString(target)).isEqualTo("one");
    assertThat(local.resolve("tmp")).isEmptyDirectory();

    assertThat(publication.update(target, "one".getBytes(UTF_8))).isFalse();
    assertThat(publication.update(target, "two".getBytes(UTF_8))).isTrue();
    assertThat(Files.readString(target)).isEqualTo("two");
    assertThat(local.resolve("tmp")).isEmptyDirectory();
  }

  /** As if another program had copied it, without what was kept with it. */
  @Test
  void shouldCompareBytesWhereNoHashWasKept() throws IOException {
    store.put("out/1.json", "one");
    Publication publication = new Publication(local.resolve("tmp"));

    assertThat(publication.create(path("/out/1.json"), "one".getBytes(UTF_8))).isFalse();
    assertThatThrownBy(() -> publication.create(path("/out/1.json"), "two".getBytes(UTF_8)))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  /**
   * As when another process deletes it, or a store takes deleted objects for ones that are there.
   */
  @Test
  void shouldWriteAgainWhereWhatRefusedItIsGone() throws IOException {
    Publication publication = new Publication(local.resolve("tmp"));

    store.refusing(2);
    assertThat(publication.create(path("/out/1.json"), "one".getBytes(UTF_8))).isTrue();
    assertThat(Files.readString(path("/out/1.json"))).isEqualTo("one");

    store.refusing(3);
    assertThatThrownBy(() -> publication.create(path("/out/2.json"), "two".getBytes(UTF_8)))
        .isInstanceOf(PermanentException.class)
        .hasMessageContaining("memory://bucket/out/2.json: the store reports both");
  }

  @Test
  void shouldAskAgainAfterWriting() throws IOException {
    store.put("out/1.json", "one");
    assertThat(Files.size(path("/out/1.json"))).isEqualTo(3);

    OutputFiles.of(path("/")).replace(complete("longer"), path("/out/1.json"), "hash");
    assertThat(Files.size(path("/out/1.json"))).isEqualTo(6);

    store.put("out/1.json", "by another process");
    assertThat(Files.size(path("/out/1.json"))).isEqualTo(18);
  }

  @Test
  void shouldDeleteAsInDirectoriesThatComeAndGo() throws IOException {
    store.put("out/1.json", "one");

    Files.createDirectories(path("/out/en"));
    assertThat(path("/out/en")).doesNotExist();
    assertThatThrownBy(() -> Files.delete(path("/out")))
        .isInstanceOf(DirectoryNotEmptyException.class);
    assertThat(Files.deleteIfExists(path("/out/1.json"))).isTrue();
    assertThat(Files.deleteIfExists(path("/out/1.json"))).isFalse();
    assertThat(Files.deleteIfExists(path("/out"))).isFalse();
    assertThat(path("/")).isDirectory();
  }

  /** However many units an output has. */
  @Test
  void shouldAskOnceWhichListsOfUnitsAreStored() throws IOException {
    OutputLayout layout = new OutputLayout(path("/out"), "en", true);
    List<UnitEntry> units = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      units.add(
          new UnitEntry("u#" + (i + 1), List.of(), 1, 1L, "%064x".formatted(i), null, null, null));
      store.put("out/_sluice/units/%064x.json".formatted(i), "[]");
    }
    UnitLists lists =
        new UnitLists(layout, new Publication(local), UnitLists.Sizes.NONE, unit -> List.of());

    lists.adopt(new Units(units.size(), units.size(), List.of(), units));

    assertThat(store.requests()).containsExactly("sizes out/_sluice/units/");
  }
}
