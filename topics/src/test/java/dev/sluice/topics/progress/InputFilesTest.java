package dev.sluice.topics.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Utf8;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InputFilesTest {
  private static final int FILES = 20_000;

  private final Random random = new Random(7);

  private String tail() {
    return "%016x%016x".formatted(random.nextLong(), random.nextLong());
  }

  /** As a dump of FineWeb has them. */
  private InputFiles dump(boolean tails) {
    InputFiles.Builder files = new InputFiles.Builder();
    for (int i = 0; i < FILES; i++) {
      files.add(
          new ListedFile(
              "data/CC-MAIN-2024-10/%03d_%05d.parquet".formatted(i / 1000, i),
              2_000_000_000L + random.nextInt(400_000_000),
              1_700_000_000_000L + random.nextInt(86_400_000),
              tails ? tail() : ""));
    }
    return files.build();
  }

  private ListedFile file(int i) {
    return switch (random.nextInt(4)) {
      case 0 -> new ListedFile("a/ö" + i, random.nextLong(), random.nextLong(), "no hash");
      case 1 -> new ListedFile("a/" + i + "\ud83d\ude00", 0, -1, tail());
      case 2 -> new ListedFile("b" + i, Long.MAX_VALUE, Long.MIN_VALUE, tail().toUpperCase());
      default -> new ListedFile("a/" + i, random.nextInt(100), 1_700_000_000_000L);
    };
  }

  private List<ListedFile> files(int count) {
    List<ListedFile> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      files.add(file(i));
    }
    return files;
  }

  @Test
  void shouldTakeFortyBytesAFile() {
    assertThat(dump(true).memoryBytes()).isLessThan(40L * FILES);
    assertThat(dump(false).memoryBytes()).isLessThan(24L * FILES);
  }

  @Test
  void shouldBeTheListThatItWasMadeOf() {
    for (int count : new int[] {0, 1, 31, 32, 33, 64, 1_000}) {
      List<ListedFile> plain = files(count);
      InputFiles files = InputFiles.copyOf(plain);

      assertThat(files).isEqualTo(plain);
      assertThat(plain).isEqualTo(files);
      assertThat(files).hasSameHashCodeAs(plain).isEqualTo(InputFiles.copyOf(plain));
      assertThat(InputFiles.copyOf(files)).isSameAs(files);
      assertThat(files.stream().toList()).isEqualTo(plain);
      long before = 0;
      for (int i = 0; i < count; i++) {
        assertThat(files.get(i)).isEqualTo(plain.get(i));
        assertThat(files.bytesBefore(i)).isEqualTo(before);
        before += plain.get(i).bytes();
      }
      assertThat(files.bytes()).isEqualTo(before).isEqualTo(files.bytesBefore(count));
      assertThatThrownBy(() -> files.get(count)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void shouldFindFilesByTheirPaths() {
    for (int count : new int[] {0, 1, 32, 33, 500}) {
      List<ListedFile> plain = files(count);
      InputFiles unordered = InputFiles.copyOf(plain);
      List<ListedFile> sorted = new ArrayList<>(plain);
      sorted.sort(Comparator.comparing(ListedFile::path, Utf8.ORDER));
      InputFiles ascending = InputFiles.copyOf(sorted);

      assertThat(unordered.ascending()).isEqualTo(sorted);
      assertThat(ascending.ascending()).isSameAs(ascending);
      for (int i = 0; i < count; i++) {
        assertThat(unordered.find(plain.get(i).path())).hasValue(i);
        assertThat(ascending.find(sorted.get(i).path())).hasValue(i);
      }
      for (String other : List.of("", "a/", "a/ö", "a/10x", "z")) {
        assertThat(unordered.find(other)).isEmpty();
        assertThat(ascending.find(other)).isEmpty();
      }
    }
  }
}
