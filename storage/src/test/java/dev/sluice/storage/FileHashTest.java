package dev.sluice.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Digests;
import java.security.MessageDigest;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class FileHashTest {
  @Test
  void shouldBeSha256HoweverTheBytesAreCut() {
    Random random = new Random(5);
    for (int length = 0; length < 300; length++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      int cut = random.nextInt(length + 1);
      MessageDigest hash = FileHash.sha256();
      hash.update(bytes, 0, cut);
      hash.update(bytes, cut, length - cut);
      assertThat(hash.digest()).isEqualTo(Digests.sha256().digest(bytes));
    }
  }

  /** Without it the main job would be a fourteenth slower, and nobody would be told. */
  @Test
  @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
  void shouldBeTheLibrarysWhereItHasOne() {
    assertThat(FileHash.sha256().getProvider().getName()).isEqualTo("AmazonCorrettoCryptoProvider");
  }
}
