package dev.sluice.storage.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublicationTest {
  @TempDir Path root;
  private Publication publication;
  private Path target;

  @BeforeEach
  void setUp() throws IOException {
    publication = new Publication(root.resolve("tmp/me"));
    publication.clear();
    target = root.resolve("0.parquet");
  }

  private Path complete(Publication through, String content) throws IOException {
    Path file = through.temporaryName("hint");
    Files.writeString(file, content);
    return file;
  }

  private static String sha256(Path file) throws IOException {
    return Publication.sha256(file);
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void shouldKnowSha256() throws IOException {
    Path file = Files.writeString(root.resolve("abc"), "abc");

    assertThat(Publication.sha256(file))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void shouldListFilesBehindLinks() throws IOException {
    Path output = Files.createDirectories(root.resolve("out"));
    Path elsewhere = Files.createDirectories(root.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("0.parquet"), "abc");
    Files.createSymbolicLink(output.resolve("moved"), elsewhere);
    Files.createSymbolicLink(output.resolve("1.parquet"), elsewhere.resolve("0.parquet"));
    Files.createSymbolicLink(elsewhere.resolve("loop"), output);

    assertThat(OutputFiles.of(output).sizesBelow(output))
        .isEqualTo(Map.of(output.resolve("moved/0.parquet"), 3L, output.resolve("1.parquet"), 3L));
    assertThat(OutputFiles.of(output).sizesBelow(output.resolve("moved")))
        .containsKey(output.resolve("moved/0.parquet"));
    assertThat(OutputFiles.of(output).sizesBelow(root.resolve("none"))).isEmpty();
  }

  @Test
  void shouldGiveTemporaryFilesHiddenNamesThatNeverRepeat() {
    Path first = publication.temporaryName("hint");
    Path second = publication.temporaryName("hint");

    assertThat(first).isNotEqualTo(second).hasParentRaw(root.resolve("tmp/me"));
    assertThat(first.getFileName().toString()).startsWith(".hint.").endsWith(".tmp");
  }

  @Test
  void shouldGiveACompleteFileItsNameAndLeaveNothingBehind() throws IOException {
    Path complete = complete(publication, "rows");

    publication.publish(complete, target, sha256(complete));

    assertThat(target).hasContent("rows");
    assertThat(names(root.resolve("tmp/me"))).isEmpty();
    assertThat(names(root)).containsExactly("0.parquet", "tmp");
  }

  @Test
  void shouldTakeTheSameBytesUnderTheNameAsDone() throws IOException {
    Files.writeString(target, "rows");
    Path complete = complete(publication, "rows");

    publication.publish(complete, target, sha256(complete));

    assertThat(target).hasContent("rows");
    assertThat(names(root.resolve("tmp/me"))).isEmpty();
  }

  @Test
  void shouldNeverPublishOverOtherBytes() throws IOException {
    Files.writeString(target, "somebody else's");
    Path complete = complete(publication, "rows");
    String sha256 = sha256(complete);

    assertThatThrownBy(() -> publication.publish(complete, target, sha256))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining(target.toString())
        .hasMessageContaining(sha256(target))
        .hasMessageContaining(sha256);
    assertThat(target).hasContent("somebody else's");
  }

  @Test
  void shouldCreateASmallFileOnce() throws IOException {
    Path record = root.resolve("cuts/topic/0/1.json");
    publication.create(record, "{}".getBytes(UTF_8));

    assertThatCode(() -> publication.create(record, "{}".getBytes(UTF_8)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> publication.create(record, "[]".getBytes(UTF_8)))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(record).hasContent("{}");
    assertThat(names(record.getParent())).containsExactly("1.json");
  }

  @Test
  void shouldLeaveNoTemporaryFileOfARefusedSmallFile() throws IOException {
    publication.create(target, "{}".getBytes(UTF_8));

    assertThatThrownBy(() -> publication.create(target, "[]".getBytes(UTF_8)))
        .isInstanceOf(FileAlreadyExistsException.class);

    assertThat(names(root.resolve("tmp/me"))).isEmpty();
  }

  @Test
  void shouldReplaceASmallFile() throws IOException {
    publication.replace(target, "old".getBytes(UTF_8));
    publication.replace(target, "new".getBytes(UTF_8));

    assertThat(target).hasContent("new");
    assertThat(names(root.resolve("tmp/me"))).isEmpty();
  }

  @Test
  void shouldUpdateASmallFileOnlyWhereItDiffers() throws IOException {
    assertThat(publication.update(target, "old".getBytes(UTF_8))).isTrue();
    assertThat(publication.update(target, "old".getBytes(UTF_8))).isFalse();
    assertThat(publication.update(target, "new".getBytes(UTF_8))).isTrue();
    assertThat(target).hasContent("new");
  }

  @Test
  void shouldReplaceASmallFileWhateverItIsWhereFilesHaveNoVersions() throws IOException {
    assertThat(publication.replace(target, "old".getBytes(UTF_8), Optional.empty())).isTrue();
    assertThat(publication.replace(target, "new".getBytes(UTF_8), Optional.empty())).isTrue();

    assertThat(target).hasContent("new");
    assertThat(names(root.resolve("tmp/me"))).isEmpty();
  }

  @Test
  void shouldLeaveNoTemporaryFileOfAReplacementThatFailed() throws IOException {
    Files.createDirectories(target.resolve("not-empty"));

    assertThatThrownBy(() -> publication.replace(target, "new".getBytes(UTF_8)))
        .isInstanceOf(IOException.class);

    assertThat(names(root.resolve("tmp/me"))).isEmpty();
  }

  @Test
  void shouldClearAwayWhatAKilledProcessOfTheSameInstanceLeft() throws IOException {
    Publication other = new Publication(root.resolve("tmp/other"));
    other.clear();
    Path theirs = complete(other, "theirs");
    complete(publication, "ours");

    new Publication(root.resolve("tmp/me")).clear();

    assertThat(names(root.resolve("tmp/me"))).isEmpty();
    assertThat(theirs).hasContent("theirs");
  }

  @Test
  void shouldPublishWhereThereAreNoHardLinks() throws IOException {
    try (FileSystem linkless = linkless()) {
      Publication here = new Publication(linkless.getPath("/tmp"));
      here.clear();
      Path name = linkless.getPath("/0.parquet");
      Path complete = complete(here, "rows");

      here.publish(complete, name, sha256(complete));

      assertThat(Files.readString(name)).isEqualTo("rows");
      assertThat(names(linkless.getPath("/"))).containsExactly("0.parquet", "tmp");
      Path again = complete(here, "rows");
      here.publish(again, name, sha256(again));
      assertThat(names(linkless.getPath("/tmp"))).isEmpty();
      Path other = complete(here, "other rows");
      String sha256 = sha256(other);
      assertThatThrownBy(() -> here.publish(other, name, sha256))
          .isInstanceOf(FileAlreadyExistsException.class);
      assertThat(Files.readString(name)).isEqualTo("rows");
    }
  }

  @Test
  void shouldContinueAfterAKillBetweenClaimAndName() throws IOException {
    try (FileSystem linkless = linkless()) {
      Publication here = new Publication(linkless.getPath("/tmp"));
      here.clear();
      Path name = linkless.getPath("/0.parquet");
      Path complete = complete(here, "rows");
      Files.createFile(LocalOutputFiles.claimOf(name, sha256(complete)));

      here.publish(complete, name, sha256(complete));

      assertThat(Files.readString(name)).isEqualTo("rows");
      assertThat(names(linkless.getPath("/"))).containsExactly("0.parquet", "tmp");
    }
  }

  @Test
  void shouldNotPublishWhereOtherBytesClaimTheName() throws IOException {
    try (FileSystem linkless = linkless()) {
      Publication here = new Publication(linkless.getPath("/tmp"));
      here.clear();
      Path name = linkless.getPath("/0.parquet");
      Path theirs = Files.createFile(LocalOutputFiles.claimOf(name, "0".repeat(64)));
      Path complete = complete(here, "rows");
      String sha256 = sha256(complete);

      assertThatThrownBy(() -> here.publish(complete, name, sha256))
          .isInstanceOf(FileAlreadyExistsException.class)
          .hasMessageContaining(theirs.toString());
      assertThat(name).doesNotExist();
      assertThat(theirs).exists();
    }
  }

  /** The file system of a zip file: a real one without hard links. */
  private FileSystem linkless() throws IOException {
    return FileSystems.newFileSystem(root.resolve("linkless.zip"), Map.of("create", "true"));
  }
}
