package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.testing.FileForm;
import dev.sluice.storage.testing.MutatedFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged files of compressed JSON lines. What the programs {@code gzip -t} and {@code zstd -t}
 * notice is noticed here too, and so is whatever changes a text that has checksums. Where whole
 * members came or went, which nobody can notice, the text is what those programs make of it.
 *
 * <p>System properties: {@code sluice.fuzz.count}, damages to try; {@code sluice.fuzz.seed}.
 */
class PackedFuzzTest {
  private static final long SEED = Long.getLong("sluice.fuzz.seed", 1);
  private static final int COUNT = Integer.getInteger("sluice.fuzz.count", 600);

  /** Files that a program looks at together: to start it takes longer than to look. */
  private static final int TOGETHER = 200;

  private static final int FLIPPED = 0;
  private static final int OVERWRITTEN = 1;
  private static final int PUT_IN = 2;
  private static final int CUT_OFF = 3;
  private static final int CUT_OUT = 4;
  private static final int APPENDED = 5;
  private static final int KINDS = 7;

  @TempDir private Path directory;
  private final Map<String, Integer> outcomes = new TreeMap<>();

  /**
   * A damaged file.
   *
   * @param text that was packed
   * @param isChecked whether all of it has checksums
   * @param isWithin whether no whole members came or went
   * @param read what was read of it; empty if the damage was noticed
   */
  private record Damaged(
      Path path,
      String name,
      byte[] text,
      boolean isChecked,
      boolean isWithin,
      Optional<byte[]> read) {}

  @Test
  void shouldNoticeWhatOthersNotice() throws Exception {
    for (FileForm form : List.of(FileForm.GZIP, FileForm.ZSTD)) {
      for (int from = 0; from < COUNT / 2; from += TOGETHER) {
        List<Damaged> files = new ArrayList<>();
        for (int number = from; number < Math.min(COUNT / 2, from + TOGETHER); number++) {
          files.add(damaged(form, number, number - from));
        }
        judge(form, files);
      }
    }
    assertThat(outcomes.toString()).contains("noticed", "the same text");
    if (Boolean.getBoolean("sluice.fuzz.told")) {
      outcomes.forEach((what, times) -> System.out.printf("%8d  %s%n", times, what));
    }
  }

  private Damaged damaged(FileForm form, int number, int place) throws IOException {
    Random random = new Random(SEED * 1_000_003 + number * 2L + form.ordinal() % 2);
    byte[] text = text(random);
    boolean isChecked = form == FileForm.GZIP || random.nextInt(3) > 0;
    byte[] whole = packed(form, text, isChecked, random);
    int kind = random.nextInt(KINDS);
    byte[] bytes = changed(whole, kind, random);
    Path path = directory.resolve(place + form.ending());
    new MutatedFile(path).write(bytes);
    String name = "seed %d, %s %d, damage %d".formatted(SEED, form, number, kind);
    return new Damaged(path, name, text, isChecked, kind <= PUT_IN, read(path));
  }

  private static byte[] text(Random random) {
    StringBuilder text = new StringBuilder();
    int lines = 1 + random.nextInt(random.nextInt(20) == 0 ? 8_000 : 60);
    for (int i = 0; i < lines; i++) {
      text.append(RandomJson.object(random, 2).replace("\n", " ").replace("\r", " ")).append('\n');
    }
    return text.toString().getBytes(UTF_8);
  }

  /** In one to four members, of any compression level, some of which may be empty. */
  private static byte[] packed(FileForm form, byte[] text, boolean isChecked, Random random)
      throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    int members = 1 + random.nextInt(4);
    int from = 0;
    for (int i = 1; i <= members; i++) {
      int to = i == members ? text.length : from + random.nextInt(text.length - from + 1);
      byte[] part = Arrays.copyOfRange(text, from, to);
      if (form == FileForm.GZIP) {
        gzip(part, packed, random);
      } else if (random.nextInt(5) == 0 && !isChecked) {
        packed.writeBytes(Zstd.compress(part, 1 + random.nextInt(9)));
      } else {
        zstd(part, packed, isChecked, random);
      }
      from = to;
    }
    if (form == FileForm.GZIP && random.nextInt(6) == 0) {
      packed.writeBytes(new byte[random.nextInt(600)]);
    }
    return packed.toByteArray();
  }

  private static void gzip(byte[] part, OutputStream to, Random random) throws IOException {
    try (GZIPOutputStream gzip = new GZIPOutputStream(to, 512, true)) {
      int half = random.nextInt(part.length + 1);
      gzip.write(part, 0, half);
      if (random.nextBoolean()) {
        gzip.flush();
      }
      gzip.write(part, half, part.length - half);
    }
  }

  private static void zstd(byte[] part, OutputStream to, boolean isChecked, Random random)
      throws IOException {
    try (ZstdOutputStream zstd =
        new ZstdOutputStream(to, 1 + random.nextInt(9)).setChecksum(isChecked)) {
      int half = random.nextInt(part.length + 1);
      zstd.write(part, 0, half);
      if (random.nextBoolean()) {
        zstd.flush();
      }
      zstd.write(part, half, part.length - half);
    }
  }

  private static byte[] changed(byte[] bytes, int kind, Random random) {
    int at = random.nextInt(bytes.length);
    int to = Math.min(bytes.length, at + 1 + random.nextInt(20));
    byte[] before = Arrays.copyOf(bytes, at);
    byte[] after = Arrays.copyOfRange(bytes, at, bytes.length);
    byte[] other = new byte[to - at];
    random.nextBytes(other);
    return switch (kind) {
      case FLIPPED -> flipped(bytes, at, 1 << random.nextInt(8));
      case OVERWRITTEN -> concat(before, other, Arrays.copyOfRange(bytes, to, bytes.length));
      case PUT_IN -> concat(before, other, after);
      case CUT_OFF -> before;
      case CUT_OUT -> concat(before, Arrays.copyOfRange(bytes, to, bytes.length));
      case APPENDED -> concat(bytes, random.nextBoolean() ? other : Arrays.copyOf(bytes, at));
      default -> concat(before, Arrays.copyOfRange(bytes, at, to), after);
    };
  }

  private static byte[] flipped(byte[] bytes, int at, int bits) {
    byte[] flipped = bytes.clone();
    flipped[at] ^= (byte) bits;
    return flipped;
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static Optional<byte[]> read(Path path) throws IOException {
    try (FileText text = FileText.open(path, IoRetry.NEVER)) {
      return Optional.of(text.stream().readAllBytes());
    } catch (SourceFormatException e) {
      return Optional.empty();
    }
  }

  private void judge(FileForm form, List<Damaged> files) throws Exception {
    List<Boolean> noticed = noticed(form == FileForm.GZIP ? "gzip" : "zstd", files);
    for (int i = 0; i < files.size(); i++) {
      Damaged file = files.get(i);
      boolean isSame = file.read().filter(read -> Arrays.equals(read, file.text())).isPresent();
      if (file.read().isPresent()) {
        assertThat(noticed.isEmpty() || !noticed.get(i))
            .as("%s: noticed by the program, not here", file.name())
            .isTrue();
        assertThat(isSame || !file.isChecked() || !file.isWithin())
            .as("%s: another text despite of checksums", file.name())
            .isTrue();
        if (!isSame && file.isChecked() && !noticed.isEmpty()) {
          assertThat(file.read().get()).as(file.name()).isEqualTo(unpacked(form, file.path()));
        }
      }
      outcomes.merge(
          form
              + (file.read().isEmpty() ? " noticed" : isSame ? " the same text" : " another text")
              + (noticed.isEmpty() ? "" : noticed.get(i) ? ", noticed" : ", not noticed"),
          1,
          Integer::sum);
    }
  }

  /** What the program makes of a file in which it notices nothing. */
  private static byte[] unpacked(FileForm form, Path path) throws IOException {
    String program = form == FileForm.GZIP ? "gzip" : "zstd";
    Process process = new ProcessBuilder(program, "-dcq", path.toString()).start();
    return process.getInputStream().readAllBytes();
  }

  /** Which of the files a program rejects; nothing if it is not there. */
  private List<Boolean> noticed(String program, List<Damaged> files) throws Exception {
    List<Boolean> noticed = new ArrayList<>();
    StringBuilder script =
        new StringBuilder("command -v %s >/dev/null || exit 9\n".formatted(program));
    for (Damaged file : files) {
      script.append("%s -t -q '%s' 2>/dev/null; echo $?\n".formatted(program, file.path()));
    }
    Path lines = Files.writeString(directory.resolve("test.sh"), script);
    Process process = new ProcessBuilder("sh", lines.toString()).start();
    String answers = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 9) {
      answers.lines().forEach(code -> noticed.add(!code.equals("0")));
      assertThat(noticed).hasSameSizeAs(files);
    }
    return noticed;
  }
}
