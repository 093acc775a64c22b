package dev.sluice.objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.output.StampedFiles;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects that several processes replace, each with what it knows. */
class SharedFilesTest {
  @TempDir Path local;

  private final MemoryStore store = new MemoryStore();
  private final Path root =
      new ObjectFileSystemProvider("memory") {
        @Override
        protected ObjectStore open(String authority) {
          return store;
        }
      }.getFileSystem(URI.create("memory://bucket")).getPath("/out");

  private final Path file = root.resolve("_sluice/dumps/all.json");

  /** A process, of which nothing is seen yet. */
  private StampedFiles process(String name) {
    return new StampedFiles(new Publication(local.resolve(name)));
  }

  private boolean update(StampedFiles process, String text) {
    try {
      return process.update(file, text.getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String text() throws IOException {
    return Files.readString(file);
  }

  @Test
  void shouldReplaceWhatItHasWrittenItself() throws IOException {
    StampedFiles process = process("one");

    assertThat(update(process, "1")).isTrue();
    assertThat(update(process, "1, 2")).isTrue();
    assertThat(update(process, "1, 2")).isFalse();

    assertThat(process.takeLeft()).isEmpty();
    assertThat(text()).isEqualTo("1, 2");
  }

  /** What it has computed is of before it looked. */
  @Test
  void shouldLeaveWhatWasNotThereWhenItReadItsRecords() throws IOException {
    StampedFiles slow = process("slow");
    StampedFiles fast = process("fast");
    update(slow, "1");
    update(fast, "1");
    update(fast, "1, 2");

    assertThat(update(slow, "1, b")).isFalse();
    assertThat(slow.takeLeft()).containsExactly(file);
    assertThat(text()).isEqualTo("1, 2");

    assertThat(update(slow, "1, 2, b")).isTrue();
    assertThat(slow.takeLeft()).isEmpty();
    assertThat(text()).isEqualTo("1, 2, b");
  }

  @Test
  void shouldLeaveWhatItHasNeverLookedAt() throws IOException {
    update(process("before"), "1");
    StampedFiles process = process("started");

    assertThat(update(process, "2")).isFalse();
    assertThat(process.takeLeft()).containsExactly(file);
    assertThat(update(process, "1, 2")).isTrue();
    assertThat(text()).isEqualTo("1, 2");
  }

  /** However little time there is between the last look and the request. */
  @Test
  void shouldLeaveWhatComesWhileItWrites() throws IOException {
    StampedFiles slow = process("slow");
    update(slow, "1");
    store.beforeNextWrite(() -> store.put("out/_sluice/dumps/all.json", "1, 2"));

    assertThat(update(slow, "1, b")).isFalse();
    assertThat(slow.takeLeft()).containsExactly(file);
    assertThat(text()).isEqualTo("1, 2");
  }

  @Test
  void shouldLeaveWhatAnotherHasCreatedMeanwhile() throws IOException {
    StampedFiles slow = process("slow");
    store.beforeNextWrite(() -> store.put("out/_sluice/dumps/all.json", "1, 2"));

    assertThat(update(slow, "1")).isFalse();
    assertThat(slow.takeLeft()).containsExactly(file);
    assertThat(text()).isEqualTo("1, 2");
  }

  @Test
  void shouldLeaveNothingBehindOfWhatWasDeletedMeanwhile() throws IOException {
    StampedFiles slow = process("slow");
    update(slow, "1");
    store.beforeNextWrite(() -> store.delete("out/_sluice/dumps/all.json"));

    assertThat(update(slow, "1, 2")).isFalse();
    assertThat(slow.takeLeft()).containsExactly(file);
    assertThat(file).doesNotExist();
  }

  /** As one may that takes a tag for another one without its quotes. */
  @Test
  void shouldWriteAllTheSameWhereTheStoreContradictsItself() throws IOException {
    StampedFiles process = process("one");
    store.refusing(100);

    assertThat(update(process, "1")).isTrue();
    assertThat(update(process, "1, 2")).isTrue();

    assertThat(process.takeLeft()).isEmpty();
    assertThat(text()).isEqualTo("1, 2");
  }

  /** The store has written it, was asked again, and refuses. */
  @Test
  void shouldKnowItsOwnBytesWhereAnAnswerWasLost() throws IOException {
    StampedFiles process = process("one");

    store.losingAnswers(2);

    assertThat(update(process, "1")).isTrue();
    assertThat(update(process, "1, 2")).isTrue();
    assertThat(process.takeLeft()).isEmpty();
    assertThat(text()).isEqualTo("1, 2");
  }
}
