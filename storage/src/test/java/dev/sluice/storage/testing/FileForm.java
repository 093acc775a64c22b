package dev.sluice.storage.testing;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** What a file with rows can be. */
public enum FileForm {
  /** Parquet. */
  PARQUET(".parquet"),
  /** JSON as it is. */
  PLAIN(".jsonl"),
  /** JSON in members of gzip. */
  GZIP(".jsonl.gz"),
  /** JSON in frames of zstd. */
  ZSTD(".jsonl.zst");

  private final String ending;

  FileForm(String ending) {
    this.ending = ending;
  }

  /** What the names of such files end in. */
  public String ending() {
    return ending;
  }

  /** Packs bytes, in several members or frames, all with checksums. */
  public byte[] pack(byte[] bytes, Random random) throws IOException {
    return pack(bytes, random, true);
  }

  /**
   * Packs bytes.
   *
   * @param areChecked whether all frames have checksums, or some
   */
  byte[] pack(byte[] bytes, Random random, boolean areChecked) throws IOException {
    if (this == PARQUET || this == PLAIN) {
      return bytes;
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    int members = 1 + random.nextInt(3);
    int from = 0;
    for (int i = 1; i <= members; i++) {
      int to = i == members ? bytes.length : from + random.nextInt(bytes.length - from + 1);
      try (OutputStream member = member(packed, areChecked || random.nextInt(4) > 0)) {
        member.write(Arrays.copyOfRange(bytes, from, to));
      }
      from = to;
    }
    return packed.toByteArray();
  }

  private OutputStream member(OutputStream to, boolean isChecked) throws IOException {
    return this == GZIP
        ? new GZIPOutputStream(to)
        : new ZstdOutputStream(to).setChecksum(isChecked);
  }
}
