package dev.sluice.storage.takedown;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.storage.DamagedFileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TakedownListTest {
  private static final String UUID = "<urn:uuid:47eaa099-2cb6-416d-86dc-283cf0480ff9>";

  /** The list of {@link #some}. */
  private static final String GOLDEN =
      """
      534c55424c4f4b 01 05
      01 00000002
      02 00000001
      03 00000002
      04 00000001
      05 00000001
      00 30bc93c6e5fb81fc894780d053feff40
      01 47eaa0992cb6416d86dc283cf0480ff9
      0000000d b35a4c11 036cbe16b0015b0a30d733ca981c8ebb
      0b 6578616d706c652e6f7267
      0e 626c6f672e612e6578616d706c65
      00000005 9a71bb4c 2cf24dba5fb0a30e26e83b2ac5b9e29e
      0013 01 0adc9d6fde57 a75f65aee93bbb2f 80000000
      00000000
      """;

  @TempDir Path directory;

  private static TakedownList some() {
    return list(some -> addAll(some, List.of(0, 1, 2, 3, 4, 5)));
  }

  private static void addAll(TakedownList.Builder list, List<Integer> which) {
    for (int each : which) {
      switch (each) {
        case 0 -> list.id(UUID.getBytes(UTF_8));
        case 1 -> list.id("page-1".getBytes(UTF_8));
        case 2 -> list.url("https://www.example.com/a/");
        case 3 -> list.domain("Blog.a.example");
        case 4 -> list.domain("example.org");
        case 5 -> list.text("(hello)".getBytes(UTF_8), 1, 5);
        default -> throw new IllegalArgumentException();
      }
    }
  }

  private static TakedownList list(Consumer<TakedownList.Builder> entries) {
    TakedownList.Builder list = new TakedownList.Builder(Optional.of(TextSigner.forTakeDowns()));
    entries.accept(list);
    return list.build();
  }

  private Path file(byte[] bytes) throws IOException {
    return Files.write(directory.resolve("some.list"), bytes);
  }

  private static byte[] withChecksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length - 4);
    return ByteBuffer.wrap(bytes.clone()).putInt(bytes.length - 4, (int) crc.getValue()).array();
  }

  @Test
  void shouldWriteTheDocumentedBytes() throws IOException {
    byte[] golden = withChecksum(HexFormat.of().parseHex(GOLDEN.replaceAll("\\s", "")));

    assertThat(HexFormat.of().formatHex(some().bytes()))
        .isEqualTo(HexFormat.of().formatHex(golden));
    assertThat(TakedownList.read(file(golden)).bytes()).isEqualTo(golden);
    assertThat(some().counts())
        .isEqualTo(Map.of("id", 2L, "url", 1L, "domain", 2L, "text", 1L, "near", 1L));
    assertThat(some().count()).isEqualTo(7);
    assertThat(some().sha256())
        .isEqualTo("f2a838015c0b7bceb1045008750bc23f6c28e7f59f447696a0b2c470729b21d3");
    TakedownList.Builder withoutSignatures = new TakedownList.Builder();
    addAll(withoutSignatures, List.of(0, 1, 2, 3, 4, 5));
    assertThat(withoutSignatures.build().sha256())
        .isEqualTo("8941e4ea50d7c7e8254cedbec776c00df0ef9bcf568c168f5705cc976496ac25");
  }

  @Test
  void shouldWriteAListWithoutEntries() throws IOException {
    TakedownList none = list(nothing -> {});

    assertThat(HexFormat.of().formatHex(none.bytes())).startsWith("534c55424c4f4b0100").hasSize(26);
    TakedownList read = TakedownList.read(file(none.bytes()));
    assertThat(read.isEmpty()).isTrue();
    assertThat(read.counts()).isEmpty();
  }

  @Test
  void shouldNotDependOnTheOrderOfEntries() {
    Random random = new Random(3);
    for (int round = 0; round < 500; round++) {
      List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5));
      random.ints(random.nextInt(6), 0, 6).forEach(order::add);
      Collections.shuffle(order, random);
      assertThat(list(some -> addAll(some, order)).bytes()).isEqualTo(some().bytes());
    }
  }

  @Test
  void shouldUniteListsAndTakeThemApart() {
    Random random = new Random(4);
    for (int round = 0; round < 500; round++) {
      List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5));
      Collections.shuffle(order, random);
      int from = random.nextInt(7);
      int to = from + random.nextInt(7 - from);
      TakedownList one = list(some -> addAll(some, order.subList(0, to)));
      TakedownList other = list(some -> addAll(some, order.subList(from, 6)));

      assertThat(TakedownList.union(List.of(one, other)).bytes()).isEqualTo(some().bytes());
      assertThat(TakedownList.union(List.of(other, other, one)).bytes()).isEqualTo(some().bytes());
      assertThat(one.without(other).bytes())
          .isEqualTo(list(some -> addAll(some, order.subList(0, from))).bytes());
    }
    assertThat(TakedownList.NONE.isEmpty()).isTrue();
    assertThat(some().without(some()).isEmpty()).isTrue();
  }

  @Test
  void shouldSortManyEntries() throws IOException {
    TakedownList many =
        list(
            some -> {
              for (int i = 0; i < 20_000; i++) {
                some.id(("page-" + i % 10_000).getBytes(UTF_8));
                some.domain("site" + i % 5_000 + ".example.org");
                some.domain("beginning-" + Integer.toBinaryString(i % 3_000) + ".example.org");
              }
            });

    assertThat(many.counts()).isEqualTo(Map.of("id", 10_000L, "domain", 8_000L));
    assertThat(TakedownList.read(file(many.bytes())).bytes()).isEqualTo(many.bytes());
  }

  @Test
  void shouldRefuseEveryChangedByte() throws IOException {
    byte[] bytes = some().bytes();
    for (int at = 0; at < bytes.length; at++) {
      for (int change : new int[] {1, 0x80, 0xFF}) {
        byte[] changed = bytes.clone();
        changed[at] ^= (byte) change;
        requireRefused(changed);
      }
    }
  }

  @Test
  void shouldRefuseEveryOtherLength() throws IOException {
    byte[] bytes = some().bytes();
    for (int length = 0; length < bytes.length; length++) {
      requireRefused(Arrays.copyOf(bytes, length));
    }
    requireRefused(Arrays.copyOf(bytes, bytes.length + 1));
    requireRefused(Arrays.copyOf(bytes, 2 * bytes.length));
  }

  private void requireRefused(byte[] bytes) throws IOException {
    Path file = file(bytes);
    assertThatThrownBy(() -> TakedownList.read(file))
        .isInstanceOf(DamagedFileException.class)
        .hasMessageStartingWith(file + " is not readable: it")
        .hasMessageEndingWith(". Restore the file from a copy, or start over with a new output");
  }

  /** What only a fault of a program can write: the checksum is right. */
  @Test
  void shouldRefuseWhatIsNotAListDespiteItsChecksum() throws IOException {
    byte[] bytes = some().bytes();
    for (int at = 0; at < bytes.length - 4; at++) {
      for (int change : new int[] {1, 2, 3, 7, 0x80, 0xFF}) {
        byte[] changed = bytes.clone();
        changed[at] ^= (byte) change;
        byte[] read = withChecksum(changed);
        try {
          assertThat(TakedownList.read(file(read)).bytes()).isEqualTo(read);
        } catch (DamagedFileException e) {
          assertThat(e).hasMessageContaining(" is not readable: it");
        }
      }
    }
  }

  @Test
  void shouldSayThatANewerVersionWroteIt() throws IOException {
    byte[] format = some().bytes().clone();
    format[7] = 2;
    assertThatThrownBy(() -> TakedownList.read(file(withChecksum(format))))
        .isInstanceOf(DamagedFileException.class)
        .hasMessageContaining(
            "it has format 2, but this version of Sluice reads only format 1; use the newer version"
                + " that wrote it");

    byte[] kind = some().bytes().clone();
    kind[9 + 4 * 5] = 6;
    assertThatThrownBy(() -> TakedownList.read(file(withChecksum(kind))))
        .isInstanceOf(DamagedFileException.class)
        .hasMessageContaining(
            "it has entries of kind 6, which this version of Sluice does not know; use the newer"
                + " version that wrote it");
  }

  @Test
  void shouldRefuseHeadersOfMoreThanIsThere() throws IOException {
    for (String header : List.of("01", "0103", "01037fffffff", "0104ffffffff", "ff037fffffff")) {
      byte[] bytes = HexFormat.of().parseHex("534c55424c4f4b01" + header + "00000000");
      requireRefused(withChecksum(bytes));
    }
  }

  @Test
  void shouldNotHideThatAFileDoesNotExist() {
    assertThatThrownBy(() -> TakedownList.read(directory.resolve("other.list")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void shouldRefuseWhatIsNoDomain() {
    Stream.of("com", "https://example.org", "")
        .forEach(
            domain ->
                assertThatIllegalArgumentException()
                    .isThrownBy(() -> list(some -> some.domain(domain))));
  }
}
