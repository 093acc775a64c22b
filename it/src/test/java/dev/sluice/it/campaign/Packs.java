package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.it.Output;
import dev.sluice.it.ProgramProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/** The files that hold 64 cut records each: what they must be, and what may happen to them. */
final class Packs {
  private static final int RECORDS = 64;
  private static final ObjectMapper JSON = new ObjectMapper();

  private Packs() {}

  /** They are gone, cut short or changed between two runs, and are made again from the records. */
  static Outcome damaged(Scene scene) throws IOException {
    ProgramProcess run = scene.start(Role.RUN);
    run.awaitThat("a pack", () -> !packs(scene.output()).isEmpty());
    if (scene.random().nextBoolean()) {
      run.kill();
    } else {
      run.await().with(0);
    }
    Map<Path, byte[]> packs = new TreeMap<>();
    for (Path pack : packs(scene.output())) {
      packs.put(pack, Files.readAllBytes(pack));
      damage(pack, scene.random());
    }
    scene.start(Role.RUN).await().with(0);
    packs.forEach((pack, bytes) -> assertThat(pack).hasBinaryContent(bytes));
    assertThat(problems(scene.output())).isEmpty();
    assertThat(missing(scene.output())).isEmpty();
    return scene.same();
  }

  private static void damage(Path pack, Random random) throws IOException {
    byte[] bytes = Files.readAllBytes(pack);
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(3)) {
      case 0 -> Files.delete(pack);
      case 1 -> Files.write(pack, Arrays.copyOf(bytes, at));
      default -> {
        bytes[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        Files.write(pack, bytes);
      }
    }
  }

  private static List<Path> packs(Output output) {
    Path cuts = cuts(output);
    return Files.exists(cuts)
        ? Output.walk(cuts).stream().filter(file -> file.toString().endsWith(".jsonl")).toList()
        : List.of();
  }

  private static Path cuts(Output output) {
    return output.root().resolve("_sluice/cuts");
  }

  /** The packs that could be there, as every log has all of its records in packs but the last. */
  static List<String> missing(Output output) {
    return Output.walk(cuts(output)).stream()
        .filter(file -> file.getFileName().toString().matches("[0-9]+\\.json"))
        .filter(file -> number(file) % RECORDS == 0)
        .map(
            last -> last.resolveSibling(number(last) - RECORDS + 1 + "-" + number(last) + ".jsonl"))
        .filter(pack -> !Files.exists(pack))
        .map(pack -> pack + ": missing")
        .toList();
  }

  private static int number(Path record) {
    return Integer.parseInt(record.getFileName().toString().replace(".json", ""));
  }

  /** The packs that are not what their records say, in the order of their names. */
  static List<String> problems(Output output) {
    return packs(output).stream()
        .filter(pack -> !isRight(pack))
        .map(pack -> pack + ": not its records")
        .toList();
  }

  /** The CRC-32C of a text's UTF-8 bytes. */
  static long crc32c(String text) {
    CRC32C checksum = new CRC32C();
    checksum.update(text.getBytes(StandardCharsets.UTF_8));
    return checksum.getValue();
  }

  private static boolean isRight(Path pack) {
    try {
      String text = Files.readString(pack);
      String body = text.substring(text.indexOf('\n') + 1);
      JsonNode header = JSON.readTree(text.substring(0, text.length() - body.length()));
      int first = header.get("first").asInt();
      List<JsonNode> packed = new ArrayList<>();
      for (String line : body.lines().toList()) {
        packed.add(JSON.readTree(line));
      }
      List<JsonNode> records = new ArrayList<>();
      for (int number = first; number < first + RECORDS; number++) {
        records.add(Output.json(pack.resolveSibling(number + ".json")));
      }
      return packed.equals(records)
          && pack.getFileName().toString().equals(first + "-" + (first + RECORDS - 1) + ".jsonl")
          && header.get("last").asInt() == first + RECORDS - 1
          && header.get("crc32c").asLong() == crc32c(body);
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }
}
