package dev.sluice.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DedupKeyTest {
  private static final byte HASH = 0;
  private static final byte CANONICAL = 1;

  private final DedupKey keys = new DedupKey();

  @Test
  void shouldUseTheBytesOfACanonicalId() {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 10_000; round++) {
      UUID uuid = new UUID(random.nextLong(), random.nextLong());
      byte[] expected =
          ByteBuffer.allocate(DedupKey.LENGTH)
              .put((byte) 3)
              .put(CANONICAL)
              .putLong(uuid.getMostSignificantBits())
              .putLong(uuid.getLeastSignificantBits())
              .array();
      assertThat(keys.of(3, id(uuid))).isEqualTo(expected);
    }
  }

  @Test
  void shouldHashEveryOtherForm() throws NoSuchAlgorithmException {
    String uuid = "47eaa099-2cb6-416d-86dc-283cf0480ff9";
    String canonical = "<urn:uuid:" + uuid + ">";
    String[] others = {
      "",
      uuid,
      "<urn:uuid:" + uuid,
      canonical + " ",
      " " + canonical,
      canonical.toUpperCase(Locale.ROOT),
      "<urn:uuid:" + uuid.toUpperCase(Locale.ROOT) + ">",
      "<URN:uuid:" + uuid + ">",
      canonical.replace('-', '_'),
      canonical.replace('f', 'g'),
      canonical.replace('9', ':'),
      canonical.replace('9', '/'),
      canonical.replace('e', '`'),
      canonical.replace('>', '<'),
      "data/CC-MAIN-2013-20/000_00000.parquet#17"
    };
    for (String other : others) {
      byte[] expected =
          ByteBuffer.allocate(DedupKey.LENGTH)
              .put((byte) 0)
              .put(HASH)
              .put(MessageDigest.getInstance("MD5").digest(other.getBytes(UTF_8)))
              .array();
      assertThat(keys.of(0, other.getBytes(UTF_8))).as(other).isEqualTo(expected);
    }
  }

  @Test
  void shouldGiveUpperCaseAnotherKey() {
    UUID uuid = UUID.fromString("47eaa099-2cb6-416d-86dc-283cf0480ff9");
    byte[] upper = new String(id(uuid), UTF_8).replace("eaa", "EAA").getBytes(UTF_8);
    assertThat(keys.of(0, upper)).isNotEqualTo(keys.of(0, id(uuid)));
  }

  @Test
  void shouldKeepScopesApart() {
    byte[] id = "an id".getBytes(UTF_8);
    assertThat(keys.of(0, id)).isNotEqualTo(keys.of(1, id));
    assertThat(keys.of(255, id)[0]).isEqualTo((byte) 255);
  }

  @Test
  void shouldNeverGiveTwoIdsOneKey() {
    SplittableRandom random = new SplittableRandom(8);
    Map<ByteBuffer, String> seen = new HashMap<>();
    for (int round = 0; round < 50_000; round++) {
      String canonical = new String(id(new UUID(random.nextInt(50), random.nextInt(200))), UTF_8);
      char[] changed = canonical.toCharArray();
      changed[random.nextInt(changed.length)] = (char) random.nextInt(0x20, 0x7F);
      for (String id : new String[] {canonical, new String(changed)}) {
        String before = seen.put(ByteBuffer.wrap(keys.of(0, id.getBytes(UTF_8))), id);
        assertThat(before).isIn(null, id);
      }
    }
  }

  private static byte[] id(UUID uuid) {
    return ("<urn:uuid:" + uuid + ">").getBytes(UTF_8);
  }
}
