package dev.sluice.jobs.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class JobPartShareTest {
  private static TextFile file(int number, long bytes) {
    String name = "%05d.jsonl".formatted(number);
    return new TextFile(Path.of(name), name, TextFormat.of(name).orElseThrow(), bytes);
  }

  private static List<TextFile> files(long... sizes) {
    List<TextFile> files = new ArrayList<>();
    for (long size : sizes) {
      files.add(file(files.size(), size));
    }
    return files;
  }

  private static List<List<TextFile>> shares(List<TextFile> files, int parts) {
    List<List<TextFile>> shares = new ArrayList<>();
    for (int part = 1; part <= parts; part++) {
      shares.add(new JobPart(part, parts).share(files));
    }
    return shares;
  }

  /** Empty, equal, of one size and of sizes that differ by a factor of a million. */
  private static List<TextFile> randomFiles(SplittableRandom random) {
    int kind = random.nextInt(4);
    int count = 1 + random.nextInt(80);
    List<TextFile> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long bytes =
          switch (kind) {
            case 0 -> 0;
            case 1 -> 1L << 40;
            case 2 -> random.nextLong(1000, 2000);
            default -> 1L << random.nextInt(40);
          };
      files.add(file(i, bytes));
    }
    return files;
  }

  @Test
  void shouldGiveEachFileToOnePartInOrderAndNoPartMuchMoreThanItsShare() {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 300; round++) {
      List<TextFile> files = randomFiles(random);
      int parts = 1 + random.nextInt(130);
      List<List<TextFile>> shares = shares(files, parts);
      assertThat(shares.stream().flatMap(List::stream).toList()).isEqualTo(files);
      long total = files.stream().mapToLong(file -> file.bytes() + 1).sum();
      for (List<TextFile> share : shares) {
        long bytes = share.stream().mapToLong(file -> file.bytes() + 1).sum();
        long largest = share.stream().mapToLong(file -> file.bytes() + 1).max().orElse(0);
        assertThat(bytes).isLessThanOrEqualTo(total / parts + 1 + largest);
      }
    }
  }

  @Test
  void shouldGiveEqualFilesToAllPartsAlike() {
    assertThat(shares(files(5, 5, 5, 5, 5, 5, 5, 5), 4)).allMatch(share -> share.size() == 2);
    assertThat(shares(files(7, 7, 7), 3)).allMatch(share -> share.size() == 1);
    assertThat(shares(files(7, 7), 64)).filteredOn(share -> !share.isEmpty()).hasSize(2);
    assertThat(shares(files(100, 1, 1, 1), 2)).extracting(List::size).containsExactly(1, 3);
    assertThat(new JobPart(1, 1).share(List.of())).isEmpty();
  }

  /** Where a file begins would give both to the first part; one without bytes weighs one. */
  @Test
  void shouldGiveAFileToThePartOfItsMiddle() {
    assertThat(shares(files(1, 100), 2)).extracting(List::size).containsExactly(1, 1);
    assertThat(shares(files(0, 1), 4)).extracting(List::size).containsExactly(1, 0, 1, 0);
  }

  @Test
  void shouldShareOutMoreBytesThanALongHoldsInProducts() {
    List<TextFile> files = files(1L << 59, 1L << 59, 1L << 59, 1L << 59);
    assertThat(shares(files, 100_000)).filteredOn(share -> share.size() == 1).hasSize(4);
  }
}
