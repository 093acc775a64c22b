package dev.sluice.storage.source;

import java.util.Arrays;
import java.util.Random;

/**
 * A change of a file: a function of the seed and the mutation's number.
 *
 * @param kind what was done
 * @param bytes of the changed file
 * @param bodiesOnly whether only bytes of page bodies have other values, and all are where they
 *     were
 */
record FuzzMutation(Kind kind, byte[] bytes, boolean bodiesOnly) {

  /** What is done to a file. */
  enum Kind {
    TRUNCATED,
    BYTES_REMOVED,
    BYTES_INSERTED,
    BIT_FLIPPED,
    BYTES_CHANGED,
    FOOTER_CHANGED,
    PAGE_HEADER_CHANGED,
    PAGE_CHANGED,
    ABSURD_LENGTH,
    ZEROED;

    /**
     * Whether bytes are missing. Bytes that are too many before the footer are no contradiction:
     * some writers put things of their own there.
     */
    boolean isStructural() {
      return this == TRUNCATED || this == BYTES_REMOVED;
    }
  }

  private static final byte[][] ABSURD = {
    {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x07},
    {(byte) 0xFE, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x0F},
    {(byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x01},
    {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x7F},
    {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF},
  };

  /** The mutation of this number. */
  static FuzzMutation of(FuzzFile file, Random random) {
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    byte[] sound = file.bytes();
    byte[] bytes =
        switch (kind) {
          case TRUNCATED -> Arrays.copyOf(sound, random.nextInt(sound.length));
          case BYTES_REMOVED -> removed(sound, random);
          case BYTES_INSERTED -> inserted(sound, random);
          case BIT_FLIPPED -> flipped(sound, 0, sound.length, random);
          case BYTES_CHANGED -> changed(sound, 0, sound.length, random);
          case FOOTER_CHANGED -> changed(sound, file.footer(), sound.length, random);
          case PAGE_HEADER_CHANGED -> headerChanged(file, random);
          case PAGE_CHANGED -> pageChanged(file, random);
          case ABSURD_LENGTH -> absurd(file, random);
          case ZEROED -> zeroed(sound, random);
        };
    return new FuzzMutation(kind, bytes, bodiesOnly(file, bytes));
  }

  private static boolean bodiesOnly(FuzzFile file, byte[] bytes) {
    if (bytes.length != file.bytes().length) {
      return false;
    }
    for (int at = 0; at < bytes.length; at++) {
      if (bytes[at] != file.bytes()[at] && file.bodyAt(at).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private static byte[] removed(byte[] sound, Random random) {
    int length = 1 + random.nextInt(Math.min(64, sound.length / 2));
    int at = random.nextInt(sound.length - length);
    byte[] bytes = new byte[sound.length - length];
    System.arraycopy(sound, 0, bytes, 0, at);
    System.arraycopy(sound, at + length, bytes, at, bytes.length - at);
    return bytes;
  }

  /** Bytes that are elsewhere in the file, so that they look like something. */
  private static byte[] inserted(byte[] sound, Random random) {
    int length = 1 + random.nextInt(Math.min(64, sound.length / 2));
    int from = random.nextInt(sound.length - length);
    int at = random.nextInt(sound.length);
    byte[] bytes = new byte[sound.length + length];
    System.arraycopy(sound, 0, bytes, 0, at);
    System.arraycopy(sound, from, bytes, at, length);
    System.arraycopy(sound, at, bytes, at + length, sound.length - at);
    return bytes;
  }

  private static byte[] flipped(byte[] sound, int from, int to, Random random) {
    byte[] bytes = sound.clone();
    if (from < to) {
      bytes[from + random.nextInt(to - from)] ^= (byte) (1 << random.nextInt(8));
    }
    return bytes;
  }

  private static byte[] changed(byte[] sound, int from, int to, Random random) {
    if (random.nextBoolean()) {
      return flipped(sound, from, to, random);
    }
    byte[] bytes = sound.clone();
    int changes = from < to ? 1 + random.nextInt(4) : 0;
    for (int i = 0; i < changes; i++) {
      bytes[from + random.nextInt(to - from)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  private static byte[] headerChanged(FuzzFile file, Random random) {
    if (file.pages().isEmpty()) {
      return changed(file.bytes(), 0, file.bytes().length, random);
    }
    FuzzFile.Page page = file.pages().get(random.nextInt(file.pages().size()));
    return changed(file.bytes(), page.header(), page.body(), random);
  }

  private static byte[] pageChanged(FuzzFile file, Random random) {
    if (file.pages().isEmpty()) {
      return changed(file.bytes(), 0, file.bytes().length, random);
    }
    FuzzFile.Page page = file.pages().get(random.nextInt(file.pages().size()));
    // The levels, the bit widths and the lengths are at a page's beginning.
    int end = random.nextBoolean() ? Math.min(page.end(), page.body() + 24) : page.end();
    return changed(file.bytes(), page.body(), end, random);
  }

  private static byte[] absurd(FuzzFile file, Random random) {
    byte[] bytes = file.bytes().clone();
    byte[] absurd = ABSURD[random.nextInt(ABSURD.length)];
    int at = random.nextInt(bytes.length - absurd.length);
    if (random.nextBoolean() && file.footer() < bytes.length - absurd.length) {
      at = file.footer() + random.nextInt(bytes.length - absurd.length - file.footer());
    } else if (random.nextBoolean() && !file.pages().isEmpty()) {
      FuzzFile.Page page = file.pages().get(random.nextInt(file.pages().size()));
      at =
          Math.min(
              bytes.length - absurd.length,
              page.header() + random.nextInt(page.body() - page.header() + 8));
    }
    System.arraycopy(absurd, 0, bytes, at, absurd.length);
    return bytes;
  }

  private static byte[] zeroed(byte[] sound, Random random) {
    byte[] bytes = sound.clone();
    int length = 1 + random.nextInt(Math.min(4096, sound.length / 2));
    int at = random.nextInt(sound.length - length);
    Arrays.fill(bytes, at, at + length, (byte) 0);
    return bytes;
  }
}
